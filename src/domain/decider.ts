/** The pure functions of one kind of stream. Time, ids and hashes are part of the command, so that every rule can be tested as given / when / then. */
export type Decider<Command, State, Event> = {
  readonly initialState: State;
  /** The events that a command causes; none if the state is already as requested. Throws a Refusal. */
  readonly decide: (command: Command, state: State) => readonly Event[];
  readonly evolve: (state: State, event: Event) => State;
};
