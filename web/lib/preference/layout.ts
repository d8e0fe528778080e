import { useSyncExternalStore } from 'react'
import { Preferences } from '#contract/account/account.ts'
import { getLanguageDirection } from '#contract/lib/text/languages.ts'
import { createListeners } from '../listeners.ts'
import { getCurrentLanguage, onLanguageChange } from './language.ts'

type LayoutPreferences = Omit<Preferences, 'language'>
/** `direction` is set only if the user chose another text direction than that of the language. */
export type ShellLayout = Required<Omit<LayoutPreferences, 'direction'>> &
  Pick<LayoutPreferences, 'direction'>
/** `undefined` resets a preference to its default. */
export type ShellLayoutChange = { [k in keyof ShellLayout]?: ShellLayout[k] | undefined }
export type ResolvedSkin = Exclude<ShellLayout['skin'], 'system'>

/** The names of the appearances. */
export const skins = Preferences.shape.skin.unwrap().options

export const defaultLayout: ShellLayout = {
  skin: 'light',
  contentWidth: 'boxed',
  transition: 'fade-in',
  menuLayout: 'vertical',
  menuCollapsed: false,
  menuHidden: false,
  navbarColor: 'white',
  navbarType: 'floating',
  footerType: 'static',
  scrollToTop: true,
  shortcuts: true,
  lockAfter: 'never',
}

/** The storage key of all preferences without a key of their own. */
const restKey = 'layout'
const separateKeys = ['skin', 'direction', 'menuCollapsed'] as const
const systemDark = '(prefers-color-scheme: dark)'

const listeners = createListeners()
let cachedLayout: { raw: string; layout: ShellLayout } | undefined

// Other admin templates store such values as JSON, with quotes.
const readUnquoted = (key: string) => localStorage.getItem(key)?.replace(/^"|"$/g, '')

export function getLayout(): ShellLayout {
  const raw = [...separateKeys, restKey].map(key => localStorage.getItem(key)).join('\n')
  if (raw !== cachedLayout?.raw)
    cachedLayout = { raw, layout: { ...defaultLayout, ...getSavedLayout() } }
  return cachedLayout.layout
}

/** Returns the preferences stored in this browser, without defaults. Drops invalid values. */
export function getSavedLayout(): LayoutPreferences {
  const storedValues: Record<string, unknown> = {
    ...loadRest(),
    skin: readUnquoted('skin') || undefined,
    direction: readUnquoted('direction') || undefined,
  }
  const collapsed = readUnquoted('menuCollapsed')
  if (collapsed) storedValues.menuCollapsed = collapsed === 'true'
  const parsed = Preferences.safeParse(storedValues)
  if (parsed.success) return removeUndefinedValues(parsed.data)
  for (const issue of parsed.error.issues) delete storedValues[String(issue.path[0])]
  return removeUndefinedValues(Preferences.parse(storedValues))
}

function loadRest(): object {
  try {
    return Object(JSON.parse(localStorage.getItem(restKey) ?? '{}'))
  } catch {
    return {}
  }
}

const removeUndefinedValues = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value))

function saveLayout(preferences: LayoutPreferences) {
  const { skin, direction, menuCollapsed, ...rest } = preferences
  for (const [key, value] of Object.entries({ skin, direction, menuCollapsed })) {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, String(value))
  }
  localStorage.setItem(restKey, JSON.stringify(rest))
  applyAndNotify()
}

/**
 * Stores a change that the user made in this browser, and calls the listeners of `onLayoutUpdate`.
 */
export function updateLayout(change: ShellLayoutChange) {
  saveLayout(removeUndefinedValues({ ...getSavedLayout(), ...change }))
  updateListeners.notify()
}

const updateListeners = createListeners()
export const onLayoutUpdate = updateListeners.add

/** Replaces the stored preferences with those of the server. Does not call `onLayoutUpdate`. */
export function applyServerLayout(layout: LayoutPreferences) {
  if (JSON.stringify(sortEntries(layout)) !== JSON.stringify(sortEntries(getSavedLayout())))
    saveLayout(layout)
}
const sortEntries = (value: object) =>
  Object.entries(value)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))

// jsdom has no media queries, although the DOM types declare them.
const isSystemDark = () =>
  (window.matchMedia as typeof matchMedia | undefined)?.(systemDark).matches ?? false

export function getSkin(): ResolvedSkin {
  // Packers, who have no preferences, get the appearance of their phone.
  const isPacking = location.pathname === '/packing'
  const skin = isPacking ? (getSavedLayout().skin ?? 'system') : getLayout().skin
  if (skin !== 'system') return skin
  return isSystemDark() ? 'dark' : 'light'
}
export const getDirection = () =>
  getLayout().direction ?? getLanguageDirection(getCurrentLanguage())

function getMenuState({ menuHidden, menuLayout, menuCollapsed }: ShellLayout) {
  if (menuHidden) return 'hidden'
  if (menuLayout === 'horizontal') return 'horizontal'
  return menuCollapsed ? 'collapsed' : 'open'
}

/**
 * Writes the preferences to the document; `web/public/skin.js` does the same before the first paint.
 */
function applyToDocument() {
  const layout = getLayout()
  const root = document.documentElement
  Object.assign(root.dataset, {
    skin: getSkin(),
    width: layout.contentWidth,
    menu: getMenuState(layout),
    navbar: layout.navbarType,
    navbarColor: layout.navbarColor,
    footer: layout.footerType,
    transition: layout.transition,
  })
  root.dir = getDirection()
}

function applyAndNotify() {
  applyToDocument()
  listeners.notify()
}

let isListening = false
function subscribeToLayout(listener: () => void) {
  if (!isListening) {
    isListening = true
    // Another tab, the skin of the system and the language can change the layout.
    window.addEventListener('storage', ({ key }) => {
      if (key === null || key === restKey || separateKeys.some(separateKey => separateKey === key))
        applyAndNotify()
    })
    ;(window.matchMedia as typeof matchMedia | undefined)?.(systemDark).addEventListener(
      'change',
      applyAndNotify,
    )
    onLanguageChange(applyAndNotify)
    applyToDocument()
  }
  return listeners.add(listener)
}

export const useLayout = () => useSyncExternalStore(subscribeToLayout, getLayout)
export const useSkin = () => useSyncExternalStore(subscribeToLayout, getSkin)
export const useMenuState = () =>
  useSyncExternalStore(subscribeToLayout, () => getMenuState(getLayout()))
