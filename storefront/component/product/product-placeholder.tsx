/** The drawing of a product without an image, in the colors of the theme. Screen readers skip it. */
export const ProductPlaceholder = () => (
  <svg
    className="placeholder"
    viewBox="0 0 160 160"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    <path d="M-160 112h480v160H-160Z" opacity=".16" />
    <path d="M40 112V66a22 22 0 0 1 44 0v46Z" opacity=".28" />
    <path d="M78 88h42c0 14-6 21-12 24H90c-6-3-12-10-12-24Z" opacity=".62" />
    <circle cx="112" cy="52" r="11" opacity=".4" />
  </svg>
)
