/** The pure functions of one kind of stream. Time, ids and hashes are part of the command, so that every rule can be tested as given / when / then. */
export type Decider<Command, State, Event> = {
  readonly initialState: State;
  /** The events that a command causes; none if the state is already as requested. Throws a Refusal. */
  readonly decide: (command: Command, state: State) => readonly Event[];
  readonly evolve: (state: State, event: Event) => State;
  /** For streams that are written for as long as they are used; without it a stream is read as a whole. */
  readonly subjects?: (event: Event) => Subjects;
};

/**
 * What an event says something of, in place of all that was said of it before; `ends`: what is as it was at the beginning again. There are a few at a time.
 * `startsAnew`: nothing that was said before counts any more.
 */
export type Subjects = {
  readonly says: readonly string[];
  readonly ends?: readonly string[];
  readonly startsAnew?: true;
};

/** Takes events from the newest one back; `isDecisive`: it says what the state is after all of them, `isFirst`: no event before it does. */
export const decisiveBackwards = <Event>(subjectsOf: (event: Event) => Subjects) => {
  const later = new Set<string>();
  return (event: Event): { readonly isDecisive: boolean; readonly isFirst: boolean } => {
    const { says, ends = [], startsAnew = false } = subjectsOf(event);
    const isDecisive = startsAnew || says.some((subject) => !later.has(subject));
    for (const subject of [...says, ...ends]) later.add(subject);
    return { isDecisive, isFirst: startsAnew };
  };
};

/** Of events in their order, those that say what the state is after all of them. */
export const decisive = <Event>(events: readonly Event[], subjectsOf: (event: Event) => Subjects): readonly Event[] => {
  const look = decisiveBackwards(subjectsOf);
  const found: Event[] = [];
  for (const event of events.toReversed()) {
    const { isDecisive, isFirst } = look(event);
    if (isDecisive) found.push(event);
    if (isFirst) break;
  }
  return found.reverse();
};

/** The state after events, which are those of the decider's streams. */
export const stateAfter = <State, Event>(
  { initialState, evolve }: Pick<Decider<never, State, Event>, 'initialState' | 'evolve'>,
  events: readonly unknown[],
): State => events.reduce<State>((state, event) => evolve(state, event as Event), initialState);
