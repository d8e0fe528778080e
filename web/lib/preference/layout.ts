import { useSyncExternalStore } from 'react'
import { Preferences } from '#contract/account.ts'
import { directionOf, onLanguage, shownLanguage } from './language.ts'

type Chosen = Omit<Preferences, 'language'>
/** `direction` is there only if the person chose one against their language's. */
export type Layout = Required<Omit<Chosen, 'direction'>> & Pick<Chosen, 'direction'>
/** `undefined` takes a choice back. */
export type LayoutChange = { [k in keyof Layout]?: Layout[k] | undefined }
export type Skin = Exclude<Layout['skin'], 'system'>

export const layoutAsItComes: Layout = {
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
const ownKeys = ['skin', 'direction', 'menuCollapsed'] as const
const systemDark = '(prefers-color-scheme: dark)'

const listeners = new Set<() => void>()
let seen: { raw: string; layout: Layout } | undefined

// Other programs put such values in quotes.
const bare = (key: string) => localStorage.getItem(key)?.replace(/^"|"$/g, '')

export function layoutNow(): Layout {
  const raw = [...ownKeys, restKey].map(key => localStorage.getItem(key)).join('\n')
  if (raw !== seen?.raw) seen = { raw, layout: { ...layoutAsItComes, ...chosenLayout() } }
  return seen.layout
}

/** What this browser keeps, without what is as it comes. */
export function chosenLayout(): Chosen {
  const kept: Record<string, unknown> = {
    ...readRest(),
    skin: bare('skin') || undefined,
    direction: bare('direction') || undefined,
  }
  const collapsed = bare('menuCollapsed')
  if (collapsed) kept.menuCollapsed = collapsed === 'true'
  const known = Preferences.safeParse(kept)
  if (known.success) return withoutGaps(known.data)
  // One value that nobody knows costs that choice, not all of them.
  for (const {
    path: [key],
  } of known.error.issues)
    delete kept[String(key)]
  return withoutGaps(Preferences.parse(kept))
}

function readRest(): object {
  try {
    return Object(JSON.parse(localStorage.getItem(restKey) ?? '{}'))
  } catch {
    return {}
  }
}

const withoutGaps = <T extends object>(of: T): T => JSON.parse(JSON.stringify(of))

function write(chosenNow: Chosen) {
  const { skin, direction, menuCollapsed, ...rest } = chosenNow
  for (const [key, value] of Object.entries({ skin, direction, menuCollapsed })) {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, String(value))
  }
  localStorage.setItem(restKey, JSON.stringify(rest))
  redraw()
}

/** A choice of the person who sits here; `onLayoutChoice` hears of it. */
export function chooseLayout(change: LayoutChange) {
  write(withoutGaps({ ...chosenLayout(), ...change }))
  for (const listener of choiceListeners) listener()
}

const choiceListeners = new Set<() => void>()
export function onLayoutChoice(listener: () => void) {
  choiceListeners.add(listener)
  return () => void choiceListeners.delete(listener)
}

/** The choices as the server has them take the place of whatever this browser had. */
export function takeLayout(layout: Chosen) {
  if (JSON.stringify(sorted(layout)) !== JSON.stringify(sorted(chosenLayout()))) write(layout)
}
const sorted = (of: object) =>
  Object.entries(of)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))

// jsdom has no media queries, whatever the DOM types say.
const isSystemDark = () =>
  (window.matchMedia as typeof matchMedia | undefined)?.(systemDark).matches ?? false

export function skinNow(): Skin {
  const { skin } = layoutNow()
  return skin === 'system' ? (isSystemDark() ? 'dark' : 'light') : skin
}
export const directionNow = () => layoutNow().direction ?? directionOf(shownLanguage())

const menuState = ({ menuHidden, menuLayout, menuCollapsed }: Layout) =>
  menuHidden
    ? 'hidden'
    : menuLayout === 'horizontal'
      ? 'horizontal'
      : menuCollapsed
        ? 'collapsed'
        : 'open'

/** Puts the choices on the page; `public/skin.js` does the same before the first paint. */
function draw() {
  const layout = layoutNow()
  const page = document.documentElement
  Object.assign(page.dataset, {
    skin: skinNow(),
    width: layout.contentWidth,
    menu: menuState(layout),
    navbar: layout.navbarType,
    navbarColour: layout.navbarColour,
    footer: layout.footerType,
    transition: layout.transition,
  })
  page.dir = directionNow()
}

function redraw() {
  draw()
  for (const listener of listeners) listener()
}

let isFollowing = false
function subscribe(listener: () => void) {
  if (!isFollowing) {
    isFollowing = true
    // Another tab, the system's skin, and the language may all change how this page looks.
    window.addEventListener('storage', ({ key }) => {
      if (key === null || key === restKey || ownKeys.some(own => own === key)) redraw()
    })
    ;(window.matchMedia as typeof matchMedia | undefined)?.(systemDark).addEventListener(
      'change',
      redraw,
    )
    onLanguage(redraw)
    draw()
  }
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useLayout = () => useSyncExternalStore(subscribe, layoutNow)
export const useSkin = () => useSyncExternalStore(subscribe, skinNow)
export const useMenuState = () => useSyncExternalStore(subscribe, () => menuState(layoutNow()))
