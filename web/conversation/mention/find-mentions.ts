export type MentionablePerson = { _id: string; name: string }

const isLetter = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '')

/** Returns the ids of the people whose names follow an @. The longest name counts, so that Ann is not Ann Lee. */
export function findMentions(text: string, people: readonly MentionablePerson[]): string[] {
  const mentioned: string[] = []
  let rest = text
  for (const { _id, name } of people.toSorted((a, b) => b.name.length - a.name.length)) {
    const parts = rest.split(`@${name}`)
    const isMentioned = parts.some(
      (part, index) => index > 0 && !isLetter(parts[index - 1]?.at(-1)) && !isLetter(part[0]),
    )
    if (name === '' || !isMentioned) continue
    mentioned.push(_id)
    rest = parts.join(' ')
  }
  return mentioned
}

/** Returns what the user has typed after an @ before the cursor, or undefined. */
export const findMentionQuery = (beforeCursor: string): string | undefined =>
  /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{1,40})?)$/.exec(beforeCursor)?.[1]

const maxMatches = 8

/** Returns the people with a name, or a part of it, that begins with the typed text. */
export function matchPeople(
  people: readonly MentionablePerson[],
  query: string,
): MentionablePerson[] {
  const typed = query.toLowerCase()
  return people
    .filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${typed}`))
    .slice(0, maxMatches)
}
