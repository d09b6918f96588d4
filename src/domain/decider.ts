/** The pure functions of one kind of stream. Time, ids and hashes are part of the command, so that every rule can be tested as given / when / then. */
export type Decider<Command, State, Event> = {
  readonly initialState: State;
  /** The events that a command causes; none if the state is already as requested. Throws a Refusal. */
  readonly decide: (command: Command, state: State) => readonly Event[];
  readonly evolve: (state: State, event: Event) => State;
};

/** The state after events, which are those of the decider's streams. */
export const stateAfter = <State, Event>(
  { initialState, evolve }: Pick<Decider<never, State, Event>, 'initialState' | 'evolve'>,
  events: readonly unknown[],
): State => events.reduce<State>((state, event) => evolve(state, event as Event), initialState);
