import { useSyncExternalStore } from 'react'
import { Preferences } from '#contract/account.ts'
import { directionOf, getCurrentLanguage, onLanguageChange } from './language.ts'

type LayoutPreferences = Omit<Preferences, 'language'>
/** `direction` is there only if the person chose one against their language's. */
export type FrameLayout = Required<Omit<LayoutPreferences, 'direction'>> &
  Pick<LayoutPreferences, 'direction'>
/** `undefined` takes a choice back. */
export type FrameLayoutChange = { [k in keyof FrameLayout]?: FrameLayout[k] | undefined }
export type ResolvedSkin = Exclude<FrameLayout['skin'], 'system'>

export const defaultLayout: FrameLayout = {
  skin: 'light',
  contentWidth: 'boxed',
  transition: 'fade-in',
  menuLayout: 'vertical',
  menuCollapsed: false,
  menuHidden: false,
  navbarColour: 'white',
  navbarType: 'floating',
  footerType: 'static',
  scrollToTop: true,
  shortcuts: true,
  lockAfter: 'never',
}

/** Everything but the three choices that have a key of their own. */
const restKey = 'layout'
const separateKeys = ['skin', 'direction', 'menuCollapsed'] as const
const systemDark = '(prefers-color-scheme: dark)'

const listeners = new Set<() => void>()
let cachedLayout: { raw: string; layout: FrameLayout } | undefined

// Other programs put such values in quotes.
const readUnquoted = (key: string) => localStorage.getItem(key)?.replace(/^"|"$/g, '')

export function getLayout(): FrameLayout {
  const raw = [...separateKeys, restKey].map(key => localStorage.getItem(key)).join('\n')
  if (raw !== cachedLayout?.raw)
    cachedLayout = { raw, layout: { ...defaultLayout, ...getSavedLayout() } }
  return cachedLayout.layout
}

/** What this browser keeps, without what is as it comes. */
export function getSavedLayout(): LayoutPreferences {
  const storedValues: Record<string, unknown> = {
    ...loadRest(),
    skin: readUnquoted('skin') || undefined,
    direction: readUnquoted('direction') || undefined,
  }
  const collapsed = readUnquoted('menuCollapsed')
  if (collapsed) storedValues.menuCollapsed = collapsed === 'true'
  const parsed = Preferences.safeParse(storedValues)
  if (parsed.success) return withoutUndefined(parsed.data)
  // One value that nobody knows costs that choice, not all of them.
  for (const {
    path: [key],
  } of parsed.error.issues)
    delete storedValues[String(key)]
  return withoutUndefined(Preferences.parse(storedValues))
}

function loadRest(): object {
  try {
    return Object(JSON.parse(localStorage.getItem(restKey) ?? '{}'))
  } catch {
    return {}
  }
}

const withoutUndefined = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value))

function saveLayout(preferences: LayoutPreferences) {
  const { skin, direction, menuCollapsed, ...rest } = preferences
  for (const [key, value] of Object.entries({ skin, direction, menuCollapsed })) {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, String(value))
  }
  localStorage.setItem(restKey, JSON.stringify(rest))
  applyAndNotify()
}

/** A choice of the person who sits here; `onLayoutChoice` hears of it. */
export function updateLayout(change: FrameLayoutChange) {
  saveLayout(withoutUndefined({ ...getSavedLayout(), ...change }))
  for (const listener of updateListeners) listener()
}

const updateListeners = new Set<() => void>()
export function onLayoutUpdate(listener: () => void) {
  updateListeners.add(listener)
  return () => void updateListeners.delete(listener)
}

/** The choices as the server has them take the place of whatever this browser had. */
export function applyServerLayout(layout: LayoutPreferences) {
  if (JSON.stringify(sortedEntries(layout)) !== JSON.stringify(sortedEntries(getSavedLayout())))
    saveLayout(layout)
}
const sortedEntries = (value: object) =>
  Object.entries(value)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))

// jsdom has no media queries, whatever the DOM types say.
const isSystemDark = () =>
  (window.matchMedia as typeof matchMedia | undefined)?.(systemDark).matches ?? false

export function getSkin(): ResolvedSkin {
  const { skin } = getLayout()
  return skin === 'system' ? (isSystemDark() ? 'dark' : 'light') : skin
}
export const getDirection = () => getLayout().direction ?? directionOf(getCurrentLanguage())

const getMenuState = ({ menuHidden, menuLayout, menuCollapsed }: FrameLayout) =>
  menuHidden
    ? 'hidden'
    : menuLayout === 'horizontal'
      ? 'horizontal'
      : menuCollapsed
        ? 'collapsed'
        : 'open'

/** Puts the choices on the page; `public/skin.js` does the same before the first paint. */
function applyToDocument() {
  const layout = getLayout()
  const root = document.documentElement
  Object.assign(root.dataset, {
    skin: getSkin(),
    width: layout.contentWidth,
    menu: getMenuState(layout),
    navbar: layout.navbarType,
    navbarColour: layout.navbarColour,
    footer: layout.footerType,
    transition: layout.transition,
  })
  root.dir = getDirection()
}

function applyAndNotify() {
  applyToDocument()
  for (const listener of listeners) listener()
}

let isListening = false
function subscribe(listener: () => void) {
  if (!isListening) {
    isListening = true
    // Another tab, the system's skin, and the language may all change how this page looks.
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
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useLayout = () => useSyncExternalStore(subscribe, getLayout)
export const useSkin = () => useSyncExternalStore(subscribe, getSkin)
export const useMenuState = () => useSyncExternalStore(subscribe, () => getMenuState(getLayout()))
