// Runs before the first paint, so that nobody sees the wrong skin, direction or menu flash by. Classic script: modules wait.
// The page then says the same in web/lib/preference/layout.ts and web/lib/preference/language.ts.
;(function () {
  const page = document.documentElement
  const read = key => {
    try { return (localStorage.getItem(key) || '').replace(/^"|"$/g, '') } catch { return '' }
  }
  const among = (value, known) => (known.includes(value) ? value : known[0])
  let rest
  try { rest = Object(JSON.parse(read('layout'))) } catch { rest = {} }

  let skin = among(read('skin'), ['light', 'dark', 'bordered', 'semi-dark', 'system'])
  if (skin === 'system') skin = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const isHorizontal = rest.menuLayout === 'horizontal'
  Object.assign(page.dataset, {
    skin,
    mantineColorScheme: skin === 'dark' ? 'dark' : 'light',
    width: among(rest.contentWidth, ['boxed', 'full']),
    menu: rest.menuHidden === true ? 'hidden' : isHorizontal ? 'horizontal' : read('menuCollapsed') === 'true' ? 'collapsed' : 'open',
    navbar: among(rest.navbarType, ['floating', 'sticky', 'static', 'hidden']),
    navbarColor: among(rest.navbarColor, ['white', 'tinted', 'accent', 'dark']),
    footer: among(rest.footerType, ['static', 'sticky', 'hidden']),
    transition: among(rest.transition, ['fade-in', 'none', 'zoom-in']),
  })

  const known = tag => ['en', 'de', 'fr', 'pt', 'es', 'ar'].find(code => code === String(tag).split('-')[0].toLowerCase())
  page.lang = known(read('language')) || (navigator.languages || []).map(known).find(Boolean) || 'en'
  page.dir = among(read('direction'), [page.lang === 'ar' ? 'rtl' : 'ltr', 'ltr', 'rtl'])
})()
