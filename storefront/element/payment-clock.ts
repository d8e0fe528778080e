/** Counts the time of a reservation down. Screen readers are not interrupted until it is over. */
for (const clock of document.querySelectorAll<HTMLElement>('.payment-clock')) {
  const end = Date.now() + Number(clock.dataset['seconds']) * 1000
  const timer = setInterval(showTime, 1000)
  function showTime() {
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    clock.textContent = (clock.dataset['text'] ?? '').replace('*', time)
    if (seconds > 0) return
    clearInterval(timer)
    clock.setAttribute('role', 'alert')
    clock.textContent = clock.dataset['over'] ?? ''
  }
}
