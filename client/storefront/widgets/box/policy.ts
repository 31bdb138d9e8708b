import { html, type Html } from '../html.ts'

const address = /(https:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/

/** Renders the policy of the review form, with URLs as links. */
export function policyNote(policy: string): Html | false {
  return (
    policy !== '' &&
    html`<p class="candor-hint candor-policy" dir="auto">${policy
      .split(address)
      .map((piece) =>
        address.test(piece)
          ? html`<a class="candor-link" href="${piece}" target="_blank" rel="noopener nofollow">${piece.replace(/^https:\/\//, '')}</a>`
          : piece,
      )}</p>`
  )
}
