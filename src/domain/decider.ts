/** How one kind of stream decides: pure functions, so that every rule can be told as given / when / then. Time, ids and hashes arrive in the command. */
export type Decider<Command, State, Event> = {
  readonly initialState: State;
  /** The events a command causes, none where what it wants is already so; throws a Refusal. */
  readonly decide: (command: Command, state: State) => readonly Event[];
  readonly evolve: (state: State, event: Event) => State;
};
