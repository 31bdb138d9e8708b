import type { WordTable } from './word-table.ts'

/** Words of the customer survey's page and email. Those of its form are in storefront.words.ts. */
export const surveyWords = [
  /*i18n*/ { id: 'survey.title', message: 'Your opinion' },
  /*i18n*/ { id: 'survey.thanks', message: 'Thank you for your answer' },
  /*i18n*/ { id: 'survey.thanksLead', message: 'We’ve saved it. You can change it until {date}.' },
  /*i18n*/ { id: 'survey.finalLead', message: 'We saved it on {date}. It can’t be changed any more.' },
  /*i18n*/ { id: 'survey.answeredLead', message: 'We’ve saved the answer for this order.' },
  /*i18n*/ { id: 'survey.change', message: 'Change my answer' },
  /*i18n*/ { id: 'survey.ended', message: 'This survey has ended' },
  /*i18n*/ { id: 'survey.endedLead', message: 'Thank you for your interest. {shop} asks no questions at the moment.' },
  /*i18n*/ { id: 'survey.problem.score', message: 'Choose a number from 0 to 10.' },
  /*i18n*/ { id: 'survey.invite', message: 'Do you have another minute? {shop} would like to know what you think.' },
  /*i18n*/ { id: 'survey.answer', message: 'Answer two questions' },
  /*i18n*/ { id: 'survey.standard.question', message: 'How did you hear about us?' },
  /*i18n*/ { id: 'survey.standard.search', message: 'Search engine' },
  /*i18n*/ { id: 'survey.standard.social', message: 'Social media' },
  /*i18n*/ { id: 'survey.standard.friend', message: 'A friend' },
  /*i18n*/ { id: 'survey.standard.ad', message: 'An ad' },
  /*i18n*/ { id: 'survey.standard.other', message: 'Somewhere else' },
  /*i18n*/ { id: 'surveyMail.subject', message: 'How was your order from {shop}?' },
  /*i18n*/ { id: 'surveyMail.preheader', message: 'Two questions, one minute.' },
  /*i18n*/ {
    id: 'surveyMail.content',
    message:
      '{hasName, select, yes {Hello {customer},} other {Hello,}}\n\nThank you for your order {order}. How likely are you to recommend {shop} to a friend? Tap a number.',
  },
  /*i18n*/ { id: 'surveyMail.button', message: 'Answer the survey' },
  /*i18n*/ { id: 'surveyMail.why', message: 'You’re receiving this email because you placed order {order} at {shop}.' },
  /*i18n*/ { id: 'surveyMail.unsubscribe', message: 'Unsubscribe' },
] as const satisfies WordTable
