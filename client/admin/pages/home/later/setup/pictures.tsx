export function ImportPicture() {
  return (
    <svg className="c-setup-picture" viewBox="0 0 96 64" aria-hidden="true">
      <rect className="p-soft" x="8" y="10" width="40" height="46" rx="6" />
      <path className="p-line" d="M16 22h24M16 31h24M16 40h14" />
      <path className="p-arrow" d="M54 33h24M69 24l9 9-9 9" />
    </svg>
  )
}

export function AskPicture() {
  return (
    <svg className="c-setup-picture" viewBox="0 0 96 64" aria-hidden="true">
      <rect className="p-soft" x="14" y="14" width="62" height="42" rx="6" />
      <path className="p-line" d="M15 20l30 20 30-20" />
      <path className="p-star" d="M76 6l3 6.3 7 1-5 4.8 1.2 6.9-6.2-3.3-6.2 3.3L71 18.1l-5-4.8 7-1z" />
    </svg>
  )
}
