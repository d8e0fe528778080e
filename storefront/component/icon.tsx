const paths = {
  play: 'M8 5.5v13l10.5-6.5Z',
  truck:
    'M2.5 6h11.5v10.5h-11.5ZM14 9.5h4l3.5 3.5v3.5h-7.5' +
    'M6.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  return: 'M8.5 4.5 4 9l4.5 4.5M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  lock: 'M5.5 10.5h13v9.5h-13ZM8.5 10.5v-3a3.5 3.5 0 0 1 7 0v3M12 14v2.5',
  leaf: 'M5 19c0-9 5-14 15-14 0 10-5 14-11 14-2 0-4-1-4-1ZM5 20c2-5 5-8 9-10',
  heart: 'M12 20 4.6 12.4a4.6 4.6 0 0 1 6.5-6.5l.9.9.9-.9a4.6 4.6 0 0 1 6.5 6.5Z',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8Z',
  gift: 'M4 9h16v4H4ZM5.5 13v7h13v-7M12 9v11M12 9c-5 0-5.5-5-2.5-5S12 9 12 9Zm0 0c5 0 5.5-5 2.5-5S12 9 12 9Z',
  chat: 'M4 5h16v11h-9l-4.5 4v-4H4Z',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17Z',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7v5l3.5 2',
  hand: 'M3 14h3l4-3h4a1.5 1.5 0 0 1 0 3h-3m3 0 4.5-2.5a1.5 1.5 0 0 1 1.5 2.5l-6 5h-8l-3-1.5v-3.5',
  shield: 'M12 3.5 4.5 6v6c0 4.5 3.5 7.5 7.5 8.5 4-1 7.5-4 7.5-8.5V6Z',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M3 7h18M3 12h18M3 17h18',
  cart: 'M5.5 8h13l1 12h-15ZM9 10.5V7a3 3 0 0 1 6 0v3.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.9-4.9',
}

/** A drawing of 24 pixels in the color of the text. Screen readers skip it. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={paths[name]} fill="none" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  )
}
