import { msg } from '@lingui/core/macro'

/** Sentences for refusals next to a field, and of webhooks. */
export const fieldSentences = {
  webhookRedirected: msg({ message: 'It redirected the request. Enter the final address.' }),
  webhookGone: msg({ message: 'It answered 410 Gone, so this webhook is disabled' }),
  webhookTopicUnknown: msg({ message: 'Unknown topic. Known are: {topics}' }),
  tooManyWebhooks: msg({ message: 'A store can have up to {max} webhooks' }),
  webhookDisabled: msg({ message: 'This webhook is disabled' }),
  webhookUrlInvalid: msg({ message: 'Enter an address that begins with https://, without a password' }),
  pageInvalid: msg({ message: 'Enter one page per line, such as /pages/about or /collections/*' }),
  pagesRequired: msg({ message: 'Enter at least one page' }),
  tooManyAddresses: msg({ message: 'Enter at most {max} email addresses' }),
  invalidDomain: msg({ message: 'Enter a valid domain' }),
  needsLetters: msg({ message: 'Write it in words. Symbols and emoji alone aren’t enough.' }),
  noMarkup: msg({ message: 'Write plain text without HTML tags' }),
  choiceRepeated: msg({ message: 'This choice is there already' }),
  tooFewChoices: msg({ message: 'Enter at least {min} choices' }),
  tooManyChoices: msg({ message: 'Enter at most {max} choices' }),
  choicesDiffer: msg({ message: 'Translate all {count} choices, or none' }),
  scoreRequired: msg({ message: 'Choose a number from 0 to 10' }),
  surveyEnded: msg({ message: 'This survey has ended' }),
  surveyFinal: msg({ message: 'This answer can’t be changed any more' }),
}

/** Sentences for what a translation service did. */
export const serviceSentences = {
  integrationLoginRefused: msg({ message: 'The service refused these credentials. Check them and try again.' }),
  integrationRefused: msg({ message: 'The service refused the request' }),
  integrationBusy: msg({ message: 'The service was busy' }),
  integrationSilent: msg({ message: 'The service didn’t answer' }),
  integrationTimeout: msg({ message: 'It didn’t answer within 10 seconds' }),
  translatorQuota: msg({ message: 'The translation service’s monthly limit is used up' }),
  translationOff: msg({ message: 'Turn on “Translate reviews” first' }),
  translationLimit: msg({ message: 'Your monthly limit of characters is used up' }),
  translationUnusable: msg({ message: 'The service’s answer was not a usable translation' }),
  translationOtherLanguage: msg({ message: 'The service answered in another language' }),
}
