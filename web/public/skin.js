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
  if (read('direction') === 'rtl') page.dir = 'rtl'
})()
