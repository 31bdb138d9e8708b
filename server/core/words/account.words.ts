import type { WordTable } from './word-table.ts'

/** Words of emails with a one-use link: a new password, or an invitation to a shop. */
export const accountWords = [
  /*i18n*/ { id: 'account.password.subject', message: 'Choose a new password for {app}' },
  /*i18n*/ { id: 'account.password.preheader', message: 'The link works once, for 30 minutes.' },
  /*i18n*/ {
    id: 'account.password.content',
    message:
      'Someone asked for a new password for {email}. If it was you, choose one now. The link works once, for 30 minutes.\n\nIf it wasn’t you, ignore this email: your password stays as it is.',
  },
  /*i18n*/ { id: 'account.password.button', message: 'Choose a new password' },
  /*i18n*/ {
    id: 'account.password.why',
    message: 'You received this email because someone entered this address at the login of {app}.',
  },
  /*i18n*/ { id: 'account.invitation.subject', message: '{name} invited you to manage {shop}' },
  /*i18n*/ { id: 'account.invitation.preheader', message: 'Accept it within 7 days.' },
  /*i18n*/ {
    id: 'account.invitation.content',
    message:
      '{name} invited you to manage the reviews of {shop} in {app}. You sign in with this email address and a password of your own.\n\nThe invitation works once, for 7 days.',
  },
  /*i18n*/ { id: 'account.invitation.button', message: 'Accept invitation' },
  /*i18n*/ {
    id: 'account.invitation.why',
    message: 'You received this email because {name} entered this address. If you don’t know {shop}, ignore it.',
  },
] as const satisfies WordTable
