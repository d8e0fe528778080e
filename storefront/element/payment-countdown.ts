/** Counts the time of a reservation down. Screen readers are not interrupted until it is over. */
for (const countdown of document.querySelectorAll<HTMLElement>('.payment-countdown')) {
  const end = Date.now() + Number(countdown.dataset['seconds']) * 1000
  const timer = setInterval(showTime, 1000)
  function showTime() {
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    countdown.textContent = (countdown.dataset['text'] ?? '').replace('*', time)
    if (seconds > 0) return
    clearInterval(timer)
    countdown.setAttribute('role', 'alert')
    countdown.textContent = countdown.dataset['over'] ?? ''
  }
}
