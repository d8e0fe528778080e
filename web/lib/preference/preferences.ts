import { Preferences, type PreferencesChange } from '#contract/account.ts'
import { followLanguage } from './i18n.ts'
import { chosenLayout, takeLayout } from './layout.ts'

/** What the server was last known to have: what differs from it here has still to be sent. */
const thereKey = 'preferences'

function readThere(): Preferences {
  try {
    return Preferences.catch({}).parse(JSON.parse(localStorage.getItem(thereKey) ?? '{}'))
  } catch {
    return {}
  }
}

function here(): Preferences {
  const language = Preferences.shape.language
    .catch(undefined)
    .parse(localStorage.getItem('language') ?? undefined)
  return { ...chosenLayout(), ...(language && { language }) }
}

/** What was chosen in this browser and is not on the server yet; null is a choice taken back. */
export function unsentPreferences(): PreferencesChange {
  const [mine, there] = [new Map(Object.entries(here())), new Map(Object.entries(readThere()))]
  const changed = [...new Set([...mine.keys(), ...there.keys()])].filter(
    key => mine.get(key) !== there.get(key),
  )
  // The keys are those of `Preferences`, on either side.
  return Object.fromEntries(changed.map(key => [key, mine.get(key) ?? null])) as PreferencesChange
}

const withoutNulls = (of: object) =>
  Preferences.parse(Object.fromEntries(Object.entries(of).filter(([, value]) => value !== null)))

/** What another device has chosen comes in; what was chosen here meanwhile stays. `sent`: what this is the answer to. */
export async function mergePreferences(server: Preferences, sent: PreferencesChange = {}) {
  // Whoever goes back to what was there before, while the change is on its way, has chosen anew.
  localStorage.setItem(thereKey, JSON.stringify(withoutNulls({ ...readThere(), ...sent })))
  const merged = { ...server, ...unsentPreferences() }
  localStorage.setItem(thereKey, JSON.stringify(server))
  await show(withoutNulls(merged))
}

/** Somebody logs in: whatever the browser had from somebody else goes. */
export async function replacePreferences(server: Preferences) {
  localStorage.setItem(thereKey, JSON.stringify(server))
  await show(server)
}

async function show({ language, ...layout }: Preferences) {
  takeLayout(layout)
  // Without its texts, say on a bad line, a language stays away; that must keep nobody from logging in.
  if (language) await followLanguage(language).catch(() => undefined)
}
