/** A reason not to start, written for the person who typed `npm start`: one sentence, no secrets. */
export class StartupError extends Error {}
