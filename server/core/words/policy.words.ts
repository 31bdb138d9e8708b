/** Words of the page "How reviews are checked", which follows the shop's settings. */
export const policyWords = [
  /*i18n*/ { id: 'policy.title', message: 'How {shop} handles reviews' },
  /*i18n*/ { id: 'policy.lead', message: 'Who can write a review, how it is checked, and what happens with it.' },
  /*i18n*/ { id: 'policy.share.title', message: 'Shown and received' },
  /*i18n*/ { id: 'policy.share.none', message: '{shop} has not received reviews from shoppers yet.' },
  /*i18n*/ { id: 'policy.write', message: 'Who can write' },
  /*i18n*/ {
    id: 'policy.write.invited',
    message: '{shop} invites customers by email after their order.',
  },
  /*i18n*/ { id: 'policy.check', message: 'How purchases are checked' },
  /*i18n*/ {
    id: 'policy.check.confirm',
    message:
      'The author of a review written on the site gets an email to confirm it. If the address has an order of the product, the review is marked as verified.',
  },
  /*i18n*/ {
    id: 'policy.check.origin',
    message:
      'Below each review you read where it comes from: invited by email, written on the site, through a QR code, imported, or entered by the shop. Verified reviews show the month of delivery if it is known.',
  },
  /*i18n*/ { id: 'policy.publish', message: 'When reviews are published' },
  /*i18n*/ { id: 'policy.publish.atOnce', message: 'Reviews of shoppers are published at once, whatever the rating.' },
  /*i18n*/ {
    id: 'policy.publish.atOnceChecked',
    message: 'Reviews of shoppers are published at once, whatever the rating, unless an automatic check stops them.',
  },
  /*i18n*/ {
    id: 'policy.rules.reject',
    message: 'An automatic check refuses reviews with {what}, whatever the rating. No person decides this at first.',
  },
  /*i18n*/ {
    id: 'policy.rules.hold',
    message: 'An automatic check holds reviews with {what} until {shop} has read them, whatever the rating.',
  },
  /*i18n*/ {
    id: 'policy.rules.mark',
    message: 'An automatic check points out reviews with {what} to {shop}. This alone does not hide them.',
  },
  /*i18n*/ { id: 'policy.rules.word', message: 'certain words' },
  /*i18n*/ { id: 'policy.rules.link', message: 'links' },
  /*i18n*/ { id: 'policy.rules.contact', message: 'email addresses or telephone numbers' },
  /*i18n*/ { id: 'policy.rules.language', message: 'text in a language other than {languages}' },
  /*i18n*/ {
    id: 'policy.publish.fromStars',
    message: 'Reviews with {stars, number} or more stars are published at once.',
  },
  /*i18n*/ {
    id: 'policy.publish.after',
    message:
      'All others are published after {days, number} days at the latest, unless {shop} refuses them for a reason below.',
  },
  /*i18n*/ {
    id: 'policy.publish.later',
    message:
      'Reviews are published after {days, number} days at the latest, unless {shop} refuses them for a reason below.',
  },
  /*i18n*/ { id: 'policy.refuse', message: 'Why a review is not shown' },
  /*i18n*/ {
    id: 'policy.refuse.lead',
    message: 'A low rating is no reason. {shop} refuses reviews only for these reasons:',
  },
  /*i18n*/ {
    id: 'policy.refuse.told',
    message:
      'The author gets the reason by email if {shop} knows the address, can object free of charge within six months, and gets the decision by email.',
  },
  /*i18n*/ { id: 'policy.refuse.silent', message: 'Authors who want to know the reason can ask {shop}.' },
  /*i18n*/ { id: 'policy.rewards', message: 'Rewards' },
  /*i18n*/ { id: 'policy.rewards.none', message: '{shop} gives nothing for reviews.' },
  /*i18n*/ {
    id: 'policy.rewards.photo',
    message:
      '{shop} thanks authors with {worth} for a review with {photos, plural, one {a photo} other {at least # photos}}, whatever the rating.',
  },
  /*i18n*/ {
    id: 'policy.rewards.text',
    message:
      '{shop} thanks authors with {worth} for a review of {characters, plural, one {# character} other {at least # characters}}, whatever the rating.',
  },
  /*i18n*/ { id: 'policy.rewards.some', message: '{shop} thanks authors with {worth}, whatever the rating.' },
  /*i18n*/ { id: 'policy.order', message: 'Order and average' },
  /*i18n*/ { id: 'policy.order.recent', message: 'The newest reviews come first.' },
  /*i18n*/ { id: 'policy.order.oldest', message: 'The oldest reviews come first.' },
  /*i18n*/ { id: 'policy.order.highest', message: 'Reviews with the most stars come first.' },
  /*i18n*/ { id: 'policy.order.lowest', message: 'Reviews with the fewest stars come first.' },
  /*i18n*/ { id: 'policy.order.media', message: 'Reviews with photos or videos come first.' },
  /*i18n*/ { id: 'policy.order.helpful', message: 'Reviews that most shoppers found helpful come first.' },
  /*i18n*/ {
    id: 'policy.order.more',
    message:
      '{shop} can pin reviews to the top, and you can choose another order. The average counts every review that is shown.',
  },
  /*i18n*/ { id: 'policy.keep', message: 'Changes, deletion and contact' },
  /*i18n*/ {
    id: 'policy.keep.own',
    message:
      '{change, select, both {Authors can change or delete their reviews in their customer account, or by writing to {shop}.} edit {Authors can change their reviews in their customer account. To delete one, they write to {shop}.} delete {Authors can delete their reviews in their customer account. To change one, they write to {shop}.} other {To change or delete a review, its author writes to {shop}.}} {shop} changes the text of a review only if its author agrees.',
  },
  /*i18n*/ {
    id: 'policy.keep.long',
    message:
      'Reviews are kept as long as the product is reviewed. Deleted ones are removed for good after {days, number} days at the latest.',
  },
  /*i18n*/ {
    id: 'policy.keep.longNow',
    message: 'Reviews are kept as long as the product is reviewed. Deleted ones are removed for good.',
  },
  /*i18n*/ {
    id: 'policy.keep.report',
    message: 'To report a review, choose “{report}” below it. If you leave your email address, you get the decision.',
  },
  /*i18n*/ { id: 'policy.keep.contact', message: 'Questions about reviews:' },
] as const
