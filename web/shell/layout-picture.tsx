import css from './customizer.module.css'

/** What of the frame a small drawing of it differs in. */
type Frame = {
  skin?: string
  menu?: string
  navbar?: string
  colour?: string
  footer?: string
  isBoxed?: boolean
  isMirrored?: boolean
  toTop?: boolean
  motion?: string
}

const draw: Record<string, (as: string) => Frame> = {
  skin: as => ({ skin: as }),
  menu: as => ({ menu: as }),
  width: as => ({ isBoxed: as === 'boxed', menu: 'hidden' }),
  navbar: as => ({ navbar: as }),
  colour: as => ({ colour: as, navbar: 'sticky' }),
  footer: as => ({ footer: as }),
  direction: as => ({ isMirrored: as === 'rtl' }),
  transition: as => ({ motion: as }),
  toTop: as => ({ toTop: as === 'on' }),
}

/** A small drawing of the frame with one thing about it made plain. */
export function LayoutPicture({ shows, as }: { shows: string; as: string }) {
  const frame = draw[shows]?.(as) ?? {}
  const { menu = 'vertical', isBoxed = false } = frame
  const start = { vertical: 18, collapsed: 8, horizontal: 0, hidden: 0 }[menu] ?? 0
  const inset = isBoxed ? 14 : 4
  const top = menu === 'horizontal' ? 8 : 0
  return (
    <svg
      viewBox="0 0 80 52"
      className={css.drawing}
      data-skin-shown={frame.skin}
      data-fixed={shows === 'direction' || undefined}
      data-mirrored={frame.isMirrored || undefined}
      aria-hidden
    >
      <rect width="80" height="52" className={css.page} />
      <MenuPart
        menu={menu}
        width={start}
        isMeant={shows === 'menu'}
        isBoth={shows === 'direction'}
      />
      <NavbarPart
        type={frame.navbar ?? 'floating'}
        colour={frame.colour}
        x={start}
        y={top}
        inset={inset}
        isMeant={shows === 'navbar'}
      />
      <Cards
        x={start + inset}
        y={top + 15}
        width={80 - start - inset * 2}
        isMeant={shows === 'width'}
        motion={frame.motion}
      />
      {frame.footer === 'static' && (
        <path
          d={`M${start + 4} 46.5h${72 - start}`}
          className={css.meantLine}
          strokeDasharray="2 2"
        />
      )}
      {frame.footer === 'sticky' && (
        <rect x={start} y="45" width={80 - start} height="7" className={css.meant} />
      )}
      {frame.toTop && (
        <g>
          <circle cx="71" cy="43" r="5" className={css.meant} />
          <path d="M71 45.5v-5m-2 2 2-2 2 2" className={css.arrow} />
        </g>
      )}
      {frame.skin === 'system' && <path d="M80 0v52H26z" className={css.night} />}
      {menu === 'hidden' && shows === 'menu' && (
        <path d="M8 6h5m-5 3h5" className={css.meantLine} />
      )}
      {as === 'auto' && (
        <text x="49" y="37" className={css.letters}>
          A ع
        </text>
      )}
    </svg>
  )
}

function MenuPart({
  menu,
  width,
  isMeant,
  isBoth,
}: {
  menu: string
  width: number
  isMeant: boolean
  isBoth: boolean
}) {
  if (menu === 'hidden') return null
  if (menu === 'horizontal')
    return (
      <g>
        <rect width="80" height="7" className={css.menu} />
        <path d="M4 3.5h8m4 0h8m4 0h8" className={css.meantLine} />
      </g>
    )
  const [from, end] = width < 10 ? [2.5, 5.5] : [4, width - 4]
  return (
    <g>
      <rect width={width} height="52" className={css.menu} />
      <path d={`M${from} 8H${end}`} className={isMeant || isBoth ? css.meantLine : css.line} />
      <path d={`M${from} 14H${end}M${from} 20H${end}M${from} 26H${end}`} className={css.line} />
    </g>
  )
}

function NavbarPart({
  type,
  colour,
  x,
  y,
  inset,
  isMeant,
}: {
  type: string
  colour: string | undefined
  x: number
  y: number
  inset: number
  isMeant: boolean
}) {
  if (type === 'hidden') return null
  const isFloating = type === 'floating'
  const place = isFloating
    ? { x: x + inset, y: y + 4, width: 80 - x - inset * 2, rx: 2 }
    : { x, y, width: 80 - x }
  return (
    <g>
      <rect
        {...place}
        height="7"
        className={isMeant ? css.meant : css.navbar}
        data-colour={colour}
        opacity={type === 'static' ? 0.45 : 1}
      />
      {type === 'sticky' && isMeant && (
        <path d={`M${x + 6} 10.5v3m-1.5-1.5 1.5 1.5 1.5-1.5`} className={css.meantLine} />
      )}
    </g>
  )
}

function Cards({
  x,
  y,
  width,
  isMeant,
  motion,
}: {
  x: number
  y: number
  width: number
  isMeant: boolean
  motion: string | undefined
}) {
  const half = (width - 4) / 2
  const kind = isMeant || motion === 'none' ? css.soft : css.sheet
  if (motion === 'zoom-in')
    return (
      <g>
        <rect x={x} y={y} width={width} height="28" rx="2" className={css.outline} />
        <rect x={x + 5} y={y + 4} width={width - 10} height="20" rx="2" className={css.meant} />
      </g>
    )
  if (motion === 'fade-in')
    return (
      <g>
        {[0.15, 0.4, 0.9].map((opacity, at) => (
          <rect
            key={opacity}
            x={x + (width / 3) * at}
            y={y}
            width={width / 3 - 2}
            height="28"
            rx="2"
            className={css.meant}
            opacity={opacity}
          />
        ))}
      </g>
    )
  return (
    <g>
      <rect x={x} y={y} width={half} height="12" rx="2" className={kind} />
      <rect x={x + half + 4} y={y} width={half} height="12" rx="2" className={kind} />
      <rect x={x} y={y + 15} width={width} height="12" rx="2" className={kind} />
    </g>
  )
}
