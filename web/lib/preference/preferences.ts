import { Preferences, type PreferencesChange } from '#contract/account/account.ts'
import { applyLanguageTag } from './i18n.ts'
import { applyServerLayout, getSavedLayout } from './layout.ts'

/** The storage key of the server's preferences. Local values that differ are not yet sent. */
const serverCopyKey = 'preferences'

function loadServerCopy(): Preferences {
  try {
    return Preferences.catch({}).parse(JSON.parse(localStorage.getItem(serverCopyKey) ?? '{}'))
  } catch {
    return {}
  }
}

function readLocalPreferences(): Preferences {
  const language = Preferences.shape.language
    .catch(undefined)
    .parse(localStorage.getItem('language') ?? undefined)
  return { ...getSavedLayout(), ...(language && { language }) }
}

/** Returns the preferences that the server does not have yet; null resets a preference. */
export function getUnsentPreferences(): PreferencesChange {
  const [local, serverCopy] = [
    new Map(Object.entries(readLocalPreferences())),
    new Map(Object.entries(loadServerCopy())),
  ]
  const changedKeys = [...new Set([...local.keys(), ...serverCopy.keys()])].filter(
    key => local.get(key) !== serverCopy.get(key),
  )
  // Both maps contain only keys of `Preferences`.
  return Object.fromEntries(
    changedKeys.map(key => [key, local.get(key) ?? null]),
  ) as PreferencesChange
}

const parseWithoutNulls = (values: object) =>
  Preferences.parse(
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
  )

/**
 * Applies the preferences of the server, which another device can have changed. Keeps unsent local
 * changes. `sentChange` is the change to which `server` is the reply.
 */
export async function mergePreferences(server: Preferences, sentChange: PreferencesChange = {}) {
  // Without this, a preference that the user reset during the request would not count as unsent.
  localStorage.setItem(
    serverCopyKey,
    JSON.stringify(parseWithoutNulls({ ...loadServerCopy(), ...sentChange })),
  )
  const merged = { ...server, ...getUnsentPreferences() }
  localStorage.setItem(serverCopyKey, JSON.stringify(server))
  await applyPreferences(parseWithoutNulls(merged))
}

/** Replaces the preferences of a previous user of this browser at login. */
export async function replacePreferences(server: Preferences) {
  localStorage.setItem(serverCopyKey, JSON.stringify(server))
  await applyPreferences(server)
}

async function applyPreferences({ language, ...layout }: Preferences) {
  applyServerLayout(layout)
  // A language whose texts fail to load must not prevent the login.
  if (language) await applyLanguageTag(language).catch(() => undefined)
}
