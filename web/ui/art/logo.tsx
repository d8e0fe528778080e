/** The logo without the name: an S made of shelves. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      strokeLinecap="round"
      style={{ flex: 'none' }}
    >
      <rect width="32" height="32" rx="8.5" fill="var(--mantine-primary-color-filled)" />
      <path
        d="M23 9h-9.5a3.5 3.5 0 0 0 0 7h5a3.5 3.5 0 0 1 0 7H9"
        stroke="var(--sw-on-accent)"
        strokeWidth="3.2"
      />
    </svg>
  )
}

/** The logo with the name. `isMarkOnly` hides the name visually. */
export function Logo({ size = 32, isMarkOnly = false }: { size?: number; isMarkOnly?: boolean }) {
  return (
    <span
      role="img"
      aria-label="Storewright"
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: size * 0.32,
        color: 'var(--mantine-color-text)',
      }}
    >
      <LogoMark size={size} />
      {!isMarkOnly && (
        <span
          aria-hidden="true"
          className="sw-brand-name"
          style={{ fontSize: size * 0.6, fontWeight: 650, letterSpacing: '-0.02em', lineHeight: 1 }}
        >
          Storewright
        </span>
      )}
    </span>
  )
}
