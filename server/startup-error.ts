/**
 * A reason why the server cannot start, written for the person who runs `npm start`, without
 * secrets.
 */
export class StartupError extends Error {}
