/** The first attempts follow each other within a minute, so staff do not have to know about their failures. */
const hiddenTries = 3
/** An email that is filed, or is being read, has no error. */
export const isUnfiled = `error <> '' and (status = 'dead' or tries >= ${hiddenTries})`
