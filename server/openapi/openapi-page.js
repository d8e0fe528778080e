// Runs in the browser on /api/docs: search, opening what the address names, and copying.
const search = document.getElementById('search')
const calls = [...document.querySelectorAll('.call')]

search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const call of calls) call.hidden = !words.every(word => call.dataset.find.includes(word))
  for (const section of document.querySelectorAll('main > section')) {
    const isShapes = section.id === 'schemas'
    section.hidden = isShapes
      ? words.length > 0
      : ![...section.querySelectorAll('.call')].some(call => !call.hidden)
  }
  document.getElementById('nothing').hidden = calls.some(call => !call.hidden)
})

document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.target.matches('input')) return
  event.preventDefault()
  search.focus()
})

document.addEventListener('click', async event => {
  if (!event.target.matches('.curl button')) return
  const text = event.target.nextElementSibling.textContent.replace('$STOREWRIGHT', location.origin)
  await navigator.clipboard.writeText(text)
  event.target.textContent = 'Copied'
  setTimeout(() => {
    event.target.textContent = 'Copy'
  }, 1500)
})

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!named) return
  named.hidden = false
  if (named.matches('details')) named.open = true
  named.scrollIntoView()
}
window.addEventListener('hashchange', openNamed)
openNamed()
