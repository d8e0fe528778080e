// Sets skin, direction and menu before the first paint, so that they do not flicker. A classic
// script, because modules run too late. web/lib/preference/layout.ts and
// web/lib/preference/language.ts apply the same rules.
;(function () {
  const page = document.documentElement
  const read = key => {
    try { return (localStorage.getItem(key) || '').replace(/^"|"$/g, '') } catch { return '' }
  }
  const pickAllowed = (value, allowed) => (allowed.includes(value) ? value : allowed[0])
  let layout
  try { layout = Object(JSON.parse(read('layout'))) } catch { layout = {} }

  const skins = ['light', 'dark', 'bordered', 'semi-dark', 'system']
  // Packers, who have no preferences, get the appearance of their phone.
  const isPacking = location.pathname === '/packing'
  let skin = pickAllowed(read('skin'), isPacking ? ['system', ...skins] : skins)
  if (skin === 'system') skin = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const isHorizontal = layout.menuLayout === 'horizontal'
  const getMenu = () => {
    if (layout.menuHidden === true) return 'hidden'
    if (isHorizontal) return 'horizontal'
    return read('menuCollapsed') === 'true' ? 'collapsed' : 'open'
  }
  Object.assign(page.dataset, {
    skin,
    mantineColorScheme: skin === 'dark' ? 'dark' : 'light',
    width: pickAllowed(layout.contentWidth, ['boxed', 'full']),
    menu: getMenu(),
    navbar: pickAllowed(layout.navbarType, ['floating', 'sticky', 'static', 'hidden']),
    navbarColor: pickAllowed(layout.navbarColor, ['white', 'tinted', 'accent', 'dark']),
    footer: pickAllowed(layout.footerType, ['static', 'sticky', 'hidden']),
    transition: pickAllowed(layout.transition, ['fade-in', 'none', 'zoom-in']),
  })

  // The part of the static shell in index.html that resembles the page.
  const getSkeleton = () => {
    const { pathname } = location
    const isPage = /^\/(apps|dashboard2?)(\/|$)/.test(pathname)
    if (!isPage && !/^\/(login)?$/.test(pathname)) return 'none'
    if (!read('accessToken') || !read('userData')) return 'login'
    if (read('locked')) return 'none'
    if (/\/list\/?$/.test(pathname)) return 'list'
    return /^\/apps/.test(pathname) ? 'form' : 'dashboard'
  }
  page.dataset.skeleton = getSkeleton()

  const codes = ['en', 'de', 'fr', 'pt', 'es', 'ar']
  const findLanguage = tag =>
    codes.find(code => code === String(tag).split('-')[0].toLowerCase())
  const browserLanguages = (navigator.languages || []).map(findLanguage)
  page.lang = findLanguage(read('language')) || browserLanguages.find(Boolean) || 'en'
  page.dir = pickAllowed(read('direction'), [page.lang === 'ar' ? 'rtl' : 'ltr', 'ltr', 'rtl'])
})()
