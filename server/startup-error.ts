/**
 * A reason why the server cannot start, written for the person who runs `npm start`, without
 * secrets.
 */
export class StartupError extends Error {}

export const createConfigError = (...problems: string[]) =>
  new StartupError(['The configuration is invalid.', ...problems].join(' '))
