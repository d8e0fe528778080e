import { Preferences, type PreferencesChange } from '#contract/account.ts'
import { applyLanguageTag } from './i18n.ts'
import { applyServerLayout, getSavedLayout } from './layout.ts'

/** What the server was last known to have: what differs from it here has still to be sent. */
const serverCopyKey = 'preferences'

function loadServerCopy(): Preferences {
  try {
    return Preferences.catch({}).parse(JSON.parse(localStorage.getItem(serverCopyKey) ?? '{}'))
  } catch {
    return {}
  }
}

function localPreferences(): Preferences {
  const language = Preferences.shape.language
    .catch(undefined)
    .parse(localStorage.getItem('language') ?? undefined)
  return { ...getSavedLayout(), ...(language && { language }) }
}

/** What was chosen in this browser and is not on the server yet; null is a choice taken back. */
export function getUnsentPreferences(): PreferencesChange {
  const [local, serverCopy] = [
    new Map(Object.entries(localPreferences())),
    new Map(Object.entries(loadServerCopy())),
  ]
  const changedKeys = [...new Set([...local.keys(), ...serverCopy.keys()])].filter(
    key => local.get(key) !== serverCopy.get(key),
  )
  // The keys are those of `Preferences`, on either side.
  return Object.fromEntries(
    changedKeys.map(key => [key, local.get(key) ?? null]),
  ) as PreferencesChange
}

const parseWithoutNulls = (values: object) =>
  Preferences.parse(
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
  )

/** What another device has chosen comes in; what was chosen here meanwhile stays. `sent`: what this is the answer to. */
export async function mergePreferences(server: Preferences, sentChange: PreferencesChange = {}) {
  // Whoever goes back to what was there before, while the change is on its way, has chosen anew.
  localStorage.setItem(
    serverCopyKey,
    JSON.stringify(parseWithoutNulls({ ...loadServerCopy(), ...sentChange })),
  )
  const merged = { ...server, ...getUnsentPreferences() }
  localStorage.setItem(serverCopyKey, JSON.stringify(server))
  await applyPreferences(parseWithoutNulls(merged))
}

/** Somebody logs in: whatever the browser had from somebody else goes. */
export async function replacePreferences(server: Preferences) {
  localStorage.setItem(serverCopyKey, JSON.stringify(server))
  await applyPreferences(server)
}

async function applyPreferences({ language, ...layout }: Preferences) {
  applyServerLayout(layout)
  // Without its texts, say on a bad line, a language stays away; that must keep nobody from logging in.
  if (language) await applyLanguageTag(language).catch(() => undefined)
}
