// Removes the error of a field when the shopper changes it. The server checks the form again.
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof Element) || !target.matches('[aria-invalid]')) return
  document.getElementById(target.getAttribute('aria-describedby') ?? '')?.remove()
  target.removeAttribute('aria-invalid')
  target.removeAttribute('aria-describedby')
})
