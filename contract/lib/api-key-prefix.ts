/** How every key begins, so that one that lies about in a file is known for what it is. */
export const apiKeyPrefix = 'sw_live_'
