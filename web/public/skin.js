// Runs before the first paint, so that nobody sees the wrong skin or direction flash by. Classic script: modules wait.
;(function () {
  const page = document.documentElement
  const read = key => {
    try { return (localStorage.getItem(key) || '').replace(/^"|"$/g, '') } catch { return '' }
  }
  const skin = read('skin')
  page.dataset.skin = ['dark', 'bordered', 'semi-dark'].includes(skin) ? skin : 'light'
  page.dataset.mantineColorScheme = skin === 'dark' ? 'dark' : 'light'
  page.dataset.menu = read('menuCollapsed') === 'true' ? 'collapsed' : 'open'
  // The language and the way it is written, as in web/lib/language.ts; the texts come with the rest of the page.
  const known = ['en', 'de', 'fr', 'pt', 'es', 'ar']
  const wanted = [read('language'), ...navigator.languages].map(tag => tag.split('-')[0].toLowerCase())
  page.lang = wanted.find(tag => known.includes(tag)) || 'en'
  const direction = read('direction')
  page.dir = direction === 'rtl' || direction === 'ltr' ? direction : page.lang === 'ar' ? 'rtl' : 'ltr'
})()
