/** The logo: a speech mark with a star, and the name. */
export function Logo({ wordless = false }: { wordless?: boolean }) {
  return (
    <span className="c-logo">
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
        <path
          className="c-logo-mark"
          d="M16 2.5c8 0 13.5 5 13.5 11.6S24 25.8 16 25.8c-1.2 0-2.4-.1-3.5-.4L6.6 29c-.6.4-1.3-.1-1.2-.8l.8-5.4C3.9 20.7 2.5 17.7 2.5 14.1 2.5 7.5 8 2.5 16 2.5z"
        />
        <path className="c-logo-star" d="M16 7.2l2.1 4.5 4.9.6-3.6 3.4.9 4.9L16 18.2l-4.3 2.4.9-4.9L9 12.3l4.9-.6z" />
      </svg>
      {wordless ? <span className="c-hidden">Candor</span> : <span className="c-logo-word">Candor</span>}
    </span>
  )
}
