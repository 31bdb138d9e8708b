/** Words about reviews that a shop doesn't show: emails to authors and reporters, and the page for objections. */
export const statementWords = [
  /*i18n*/ { id: 'statement.subject', message: 'Your review of {product} isn’t shown at {shop}' },
  /*i18n*/ { id: 'statement.preheader', message: 'Read why, and how you can object.' },
  /*i18n*/ {
    id: 'statement.content',
    message:
      '{hasName, select, yes {Hi {customer},} other {Hello,}}\n\n{shop} decided not to show your review of {product} in its store. {by, select, rule {An automatic rule of the shop made this decision. No person has read your review yet.} other {A person at the shop made this decision.}} You find the reason below.\n\nIf you disagree, you can object within six months, free of charge. {shop} then looks at your review again and writes to you. You can also take the matter to a court or a dispute settlement body.',
  },
  /*i18n*/ {
    id: 'statement.contentGone',
    message:
      '{hasName, select, yes {Hi {customer},} other {Hello,}}\n\n{shop} deleted your review of {product}. {by, select, rule {An automatic rule of the shop refused it before, and a person then deleted it.} other {A person at the shop made this decision.}} You find the reason below.\n\nIf you disagree, reply to this email. You can also take the matter to a court or a dispute settlement body.',
  },
  /*i18n*/ { id: 'statement.reason', message: 'The reason' },
  /*i18n*/ { id: 'statement.automation', message: 'An automation of the store hid it.' },
  /*i18n*/ { id: 'statement.note', message: 'Message from {shop}' },
  /*i18n*/ { id: 'statement.yours', message: 'Your review of {product}' },
  /*i18n*/ { id: 'statement.written', message: 'Written on {date}.' },
  /*i18n*/ { id: 'statement.object', message: 'Object to this decision' },
  /*i18n*/ { id: 'statement.rules', message: 'How {shop} checks reviews' },
  /*i18n*/ { id: 'statement.why', message: 'You received this email because you reviewed {product} at {shop}.' },
  /*i18n*/ { id: 'refusal.offTopic', message: 'It isn’t about the product or an experience with it.' },
  /*i18n*/ {
    id: 'refusal.personalData',
    message: 'It contains personal information, such as a full name or a phone number.',
  },
  /*i18n*/ { id: 'refusal.insult', message: 'It is insulting, hateful or threatening.' },
  /*i18n*/ { id: 'refusal.spam', message: 'It is advertising or spam.' },
  /*i18n*/ {
    id: 'refusal.noPurchase',
    message: 'The shop couldn’t confirm that its author bought or used the product.',
  },
  /*i18n*/ { id: 'refusal.illegal', message: 'The shop considers it illegal.' },
  /*i18n*/ { id: 'refusal.other', message: 'Another reason.' },
  /*i18n*/ { id: 'refusal.unstated', message: 'The shop gave no reason.' },
  /*i18n*/ { id: 'objection.title', message: 'Object to this decision' },
  /*i18n*/ {
    id: 'objection.lead',
    message: '{shop} doesn’t show your review of {product}. Tell the shop why you disagree.',
  },
  /*i18n*/ { id: 'objection.text', message: 'Your objection' },
  /*i18n*/ { id: 'objection.hint', message: 'Only the shop reads it.' },
  /*i18n*/ { id: 'objection.send', message: 'Send objection' },
  /*i18n*/ { id: 'objection.received.title', message: 'The shop has your objection' },
  /*i18n*/ {
    id: 'objection.received.lead',
    message: '{shop} will look at your review again and send you its decision by email.',
  },
  /*i18n*/ { id: 'objection.yours', message: 'Your objection' },
  /*i18n*/ { id: 'objection.restored.title', message: 'Your review is shown again' },
  /*i18n*/ { id: 'objection.restored.lead', message: '{shop} agreed with your objection.' },
  /*i18n*/ { id: 'objection.kept.title', message: 'Your review stays hidden' },
  /*i18n*/ { id: 'objection.kept.lead', message: '{shop} looked at your objection and kept its decision.' },
  /*i18n*/ { id: 'objection.deleted.title', message: 'Your review was deleted' },
  /*i18n*/ { id: 'objection.deleted.lead', message: '{shop} kept its decision, and the review can’t be shown again.' },
  /*i18n*/ { id: 'objection.shown.title', message: 'There is nothing to object to' },
  /*i18n*/ { id: 'objection.shown.lead', message: 'Your review isn’t refused any more.' },
  /*i18n*/ { id: 'objection.gone.title', message: 'This review was deleted' },
  /*i18n*/ {
    id: 'objection.gone.lead',
    message: 'It can’t be shown again, so no objection was sent. To reach {shop}, reply to the email with this link.',
  },
  /*i18n*/ { id: 'objection.copy', message: 'You wrote' },
  /*i18n*/ { id: 'objectionMail.restored.subject', message: 'Your review of {product} is shown again' },
  /*i18n*/ { id: 'objectionMail.kept.subject', message: 'Your review of {product} stays hidden' },
  /*i18n*/ {
    id: 'objectionMail.restored.content',
    message:
      '{hasName, select, yes {Hi {customer},} other {Hello,}}\n\n{shop} looked at your review again and agrees with you. Your review of {product} is shown in the store.',
  },
  /*i18n*/ {
    id: 'objectionMail.kept.content',
    message:
      '{hasName, select, yes {Hi {customer},} other {Hello,}}\n\n{shop} looked at your review again and keeps its decision: your review of {product} isn’t shown. You can still take the matter to a court or a dispute settlement body.',
  },
  /*i18n*/ { id: 'objectionMail.deleted.subject', message: 'Your review of {product} was deleted' },
  /*i18n*/ {
    id: 'objectionMail.deleted.content',
    message:
      '{hasName, select, yes {Hi {customer},} other {Hello,}}\n\n{shop} kept its decision and deleted your review of {product}. You can still take the matter to a court or a dispute settlement body.',
  },
  /*i18n*/ { id: 'objectionMail.preheader', message: 'The decision on your objection.' },
  /*i18n*/ { id: 'objectionMail.answer', message: 'Answer from {shop}' },
  /*i18n*/ { id: 'heldMail.subject', message: 'Your review of {product} still waits' },
  /*i18n*/ { id: 'heldMail.preheader', message: '{shop} hasn’t decided about it yet.' },
  /*i18n*/ {
    id: 'heldMail.content',
    message:
      '{hasName, select, yes {Hi {customer},} other {Hello,}}\n\nA rule of {shop} held back your review of {product}. A person must check it before it is shown, and hasn’t decided yet. To ask about it, reply to this email.',
  },
  /*i18n*/ { id: 'reportMail.received.subject', message: '{shop} received your report' },
  /*i18n*/ {
    id: 'reportMail.received.content',
    message:
      'Hello,\n\nThank you for your report about a review of {product}. A person at {shop} will check the review and you get the decision by email.',
  },
  /*i18n*/ { id: 'reportMail.received.preheader', message: 'You get the decision by email.' },
  /*i18n*/ { id: 'reportMail.decided.subject', message: 'The decision on your report at {shop}' },
  /*i18n*/ { id: 'reportMail.decided.preheader', message: '{shop} checked the review that you reported.' },
  /*i18n*/ {
    id: 'reportMail.hidden.content',
    message: 'Hello,\n\nA person at {shop} checked the review of {product} that you reported. It isn’t shown any more.',
  },
  /*i18n*/ {
    id: 'reportMail.kept.content',
    message:
      'Hello,\n\nA person at {shop} checked the review of {product} that you reported and found no reason to remove it. If you disagree, reply to this email. You can also take the matter to a court or a dispute settlement body.',
  },
  /*i18n*/ {
    id: 'reportMail.restored.content',
    message:
      'Hello,\n\nThe author of the review of {product} that you reported objected. A person at {shop} checked the review again and shows it again. If you disagree, reply to this email. You can also take the matter to a court or a dispute settlement body.',
  },
  /*i18n*/ { id: 'reportMail.reason', message: 'Your report' },
  /*i18n*/ { id: 'reportMail.view', message: 'View in store' },
  /*i18n*/ {
    id: 'reportMail.why',
    message: 'You received this email because this address was given with a report at {shop}.',
  },
  /*i18n*/ { id: 'confirmMail.subject', message: 'Confirm your review of {product}' },
  /*i18n*/ { id: 'confirmMail.preheader', message: 'Confirm that you wrote it, or tell us that you didn’t.' },
  /*i18n*/ {
    id: 'confirmMail.content',
    message:
      'Hello,\n\nA review of {product} at {shop} was written with this address. Please look at the review and confirm that you wrote it. If you bought the product with this address, your review is then marked as verified.\n\nIf you didn’t write it, you can say so on the same page.',
  },
  /*i18n*/ { id: 'confirmMail.button', message: 'See the review' },
  /*i18n*/ {
    id: 'confirmMail.why',
    message: 'You received this email because a review at {shop} was written with this address.',
  },
  /*i18n*/ { id: 'confirm.title', message: 'Did you write this review?' },
  /*i18n*/ { id: 'confirm.lead', message: 'Confirm that you reviewed {product} at {shop}.' },
  /*i18n*/ { id: 'confirm.yes', message: 'Yes, I wrote this' },
  /*i18n*/ { id: 'confirm.no', message: 'No, this isn’t mine' },
  /*i18n*/ { id: 'confirm.verified.title', message: 'Your review is verified' },
  /*i18n*/ { id: 'confirm.verified.lead', message: 'Thank you. {shop} found your order of {product}.' },
  /*i18n*/ { id: 'confirm.confirmed.title', message: 'Thank you for confirming' },
  /*i18n*/ {
    id: 'confirm.confirmed.lead',
    message:
      'We found no order of {product} with this address, or it already verifies another review. So this review isn’t marked as verified.',
  },
  /*i18n*/ { id: 'confirm.denied.title', message: 'We removed your address' },
  /*i18n*/ {
    id: 'confirm.denied.lead',
    message: '{shop} checks the review of {product}. You get the decision by email.',
  },
  /*i18n*/ {
    id: 'confirm.denied.report',
    message: 'The owner of the author’s email address says that they didn’t write this review.',
  },
  /*i18n*/ { id: 'confirm.gone.title', message: 'This review is no longer available' },
  /*i18n*/ { id: 'confirm.gone.lead', message: 'There is nothing left to confirm.' },
] as const
