/** The prefix of every API key, so that secret scanners recognize a leaked key. */
export const apiKeyPrefix = 'sw_live_'
