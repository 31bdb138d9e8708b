import type { RouteObject } from 'react-router'
import { integrationPages } from './integrationRoutes.ts'
import { furtherPage, page } from './pageRoute.ts'
import { NotFound, PageError, ShellError } from './shell/errors.tsx'
import { Gate } from './shell/frame/Gate.tsx'
import { gateLoader, requireSession, skipWhenSignedIn } from './shell/frame/gateLoader.ts'
import { loadCode } from './shell/relay/lazyComponent.tsx'
import { prefixOf, type Mode } from './shell/frame/mode.tsx'
import { StartingPage } from './shell/frame/StartingPage.tsx'

/**
 * All existing pages of spec 2; each answers at '' and at '/embed'. A page module exports `Component`. The menu shows
 * entries whose paths are in this list.
 */
const pages: readonly RouteObject[] = [
  page(
    '/',
    () => import('./pages/home/HomePage.tsx'),
    async () => (await import('./pages/home/homeLoader.ts')).homeLoader,
  ),
  page(
    '/dashboard',
    () => import('./pages/home/HomePage.tsx'),
    async () => (await import('./pages/home/homeLoader.ts')).homeLoader,
  ),
  page(
    '/reviews/list',
    () => import('./pages/reviews/list/ReviewListPage.tsx'),
    async () => (await import('./pages/reviews/list/reviewListLoader.ts')).reviewListLoader,
  ),
  furtherPage(
    '/reviews/reply/:id',
    () => import('./pages/reviews/reply/ReplyPage.tsx'),
    async () => (await import('./pages/reviews/reply/replyLoader.ts')).replyLoader,
  ),
  furtherPage(
    '/reviews/templates',
    () => import('./pages/reviews/templates/TemplatesPage.tsx'),
    async () => (await import('./pages/reviews/templates/templatesLoader.ts')).templatesLoader,
  ),
  furtherPage(
    '/reviews/edit/:id',
    () => import('./pages/reviews/edit/EditPage.tsx'),
    async () => (await import('./pages/reviews/edit/editLoader.ts')).editLoader,
  ),
  furtherPage(
    '/reviews/suspicions',
    () => import('./pages/reviews/suspicions/SuspicionsPage.tsx'),
    async () => (await import('./pages/reviews/suspicions/suspicionsLoader.ts')).suspicionsLoader,
  ),
  furtherPage(
    '/reviews/new',
    () => import('./pages/reviews/create/CreatePage.tsx'),
    async () => (await import('./pages/reviews/create/createLoader.ts')).createLoader,
  ),
  furtherPage(
    '/collect-reviews',
    () => import('./pages/collect-reviews/CollectPage.tsx'),
    async () => (await import('./pages/collect-reviews/collectLoader.ts')).collectLoader,
  ),
  furtherPage(
    '/collect-reviews/review-request',
    () => import('./pages/collect-reviews/review-request/RequestListPage.tsx'),
    async () => (await import('./pages/collect-reviews/review-request/requestListLoader.ts')).requestListLoader,
  ),
  furtherPage(
    '/collect-reviews/setting-request',
    () => import('./pages/collect-reviews/setting-request/SettingRequestPage.tsx'),
    async () => (await import('./pages/collect-reviews/setting-request/settingRequestLoader.ts')).settingRequestLoader,
  ),
  furtherPage(
    '/collect-reviews/emails',
    () => import('./pages/collect-reviews/emails/EmailsPage.tsx'),
    async () => (await import('./pages/collect-reviews/emails/emailsLoader.ts')).emailsLoader,
  ),
  furtherPage(
    '/collect-reviews/emails/grid',
    () => import('./pages/collect-reviews/emails/EmailsPage.tsx'),
    async () => (await import('./pages/collect-reviews/emails/emailsLoader.ts')).emailsLoader,
  ),
  furtherPage(
    '/collect-reviews/emails/:id',
    () => import('./pages/collect-reviews/emails/EmailPage.tsx'),
    async () => (await import('./pages/collect-reviews/emails/emailLoader.ts')).emailLoader,
  ),
  furtherPage(
    '/collect-reviews/email-notifications',
    () => import('./pages/collect-reviews/email-notifications/NotificationsPage.tsx'),
    async () =>
      (await import('./pages/collect-reviews/email-notifications/notificationsLoader.ts')).notificationsLoader,
  ),
  furtherPage(
    '/collect-reviews/email-request',
    () => import('./pages/collect-reviews/email-request/EmailRequestPage.tsx'),
  ),
  furtherPage(
    '/collect-reviews/request-rules',
    () => import('./pages/collect-reviews/request-rules/RequestRulesPage.tsx'),
    async () => (await import('./pages/collect-reviews/request-rules/requestRulesLoader.ts')).requestRulesLoader,
  ),
  furtherPage(
    '/collect-reviews/suppressions',
    () => import('./pages/collect-reviews/suppressions/SuppressionsPage.tsx'),
    async () => (await import('./pages/collect-reviews/suppressions/suppressionsLoader.ts')).suppressionsLoader,
  ),
  furtherPage(
    '/collect-reviews/discount',
    () => import('./pages/collect-reviews/discount/DiscountPage.tsx'),
    async () => (await import('./pages/collect-reviews/discount/discountLoader.ts')).discountLoader,
  ),
  furtherPage(
    '/collect-reviews/discount/codes',
    () => import('./pages/collect-reviews/discount/CodesPage.tsx'),
    async () => (await import('./pages/collect-reviews/discount/codesLoader.ts')).codesLoader,
  ),
  furtherPage(
    '/collect-reviews/qr-code',
    () => import('./pages/collect-reviews/qr-code/QrListPage.tsx'),
    async () => (await import('./pages/collect-reviews/qr-code/qrListLoader.ts')).qrListLoader,
  ),
  furtherPage(
    '/collect-reviews/qr-code/:id',
    () => import('./pages/collect-reviews/qr-code/QrEditorPage.tsx'),
    async () => (await import('./pages/collect-reviews/qr-code/qrEditorLoader.ts')).qrEditorLoader,
  ),
  furtherPage(
    '/branding',
    () => import('./pages/display-settings/branding/BrandingPage.tsx'),
    async () => (await import('./pages/display-settings/branding/brandingLoader.ts')).brandingLoader,
  ),
  furtherPage(
    '/display-settings',
    () => import('./pages/display-settings/DisplaySettingsPage.tsx'),
    async () => (await import('./pages/display-settings/displayLoader.ts')).displayLoader,
  ),
  furtherPage(
    '/display-settings/instagram-feed',
    () => import('./pages/display-settings/instagram/InstagramPage.tsx'),
    async () => (await import('./pages/display-settings/instagram/instagramLoader.ts')).instagramLoader,
  ),
  furtherPage(
    '/display-settings/testimonial',
    () => import('./pages/display-settings/testimonials/TestimonialsPage.tsx'),
    async () => (await import('./pages/display-settings/testimonials/testimonialsLoader.ts')).testimonialsLoader,
  ),
  furtherPage(
    '/display-settings/submit-form',
    () => import('./pages/display-settings/submit-form/SubmitFormPage.tsx'),
    async () => (await import('./pages/display-settings/submit-form/submitFormLoader.ts')).submitFormLoader,
  ),
  furtherPage(
    '/display-settings/all-reviews',
    () => import('./pages/display-settings/all-reviews/AllReviewsPage.tsx'),
    async () => (await import('./pages/display-settings/all-reviews/allReviewsLoader.ts')).allReviewsLoader,
  ),
  furtherPage(
    '/display-settings/customer-portal-reviews',
    () => import('./pages/display-settings/portal/PortalPage.tsx'),
    async () => (await import('./pages/display-settings/portal/portalLoader.ts')).portalLoader,
  ),
  furtherPage(
    '/display-settings/star-rating',
    () => import('./pages/display-settings/star-rating/StarRatingPage.tsx'),
    async () => (await import('./pages/display-settings/star-rating/starRatingLoader.ts')).starRatingLoader,
  ),
  furtherPage(
    '/display-settings/sidebar',
    () => import('./pages/display-settings/star-rating/SidebarPage.tsx'),
    async () => (await import('./pages/display-settings/star-rating/starRatingLoader.ts')).starRatingLoader,
  ),
  furtherPage(
    '/display-settings/carousel',
    () => import('./pages/display-settings/carousel/CarouselPage.tsx'),
    async () => (await import('./pages/display-settings/carousel/carouselLoader.ts')).carouselLoader,
  ),
  furtherPage(
    '/display-settings/popup',
    () => import('./pages/display-settings/popup/PopupPage.tsx'),
    async () => (await import('./pages/display-settings/popup/popupLoader.ts')).popupLoader,
  ),
  furtherPage(
    '/display-settings/box',
    () => import('./pages/display-settings/box/ReviewBoxPage.tsx'),
    async () => (await import('./pages/display-settings/box/boxLoader.ts')).boxLoader,
  ),
  furtherPage(
    '/collect-reviews/import-reviews',
    () => import('./pages/import-reviews/ImportReviewsPage.tsx'),
    async () => (await import('./pages/import-reviews/importReviewsLoader.ts')).importReviewsLoader,
  ),
  furtherPage(
    '/collect-reviews/reviews/import',
    () => import('./pages/import-reviews/ImportReviewsPage.tsx'),
    async () => (await import('./pages/import-reviews/importReviewsLoader.ts')).importReviewsLoader,
  ),
  furtherPage(
    '/reviews/import',
    () => import('./pages/import-reviews/ImportReviewsPage.tsx'),
    async () => (await import('./pages/import-reviews/importReviewsLoader.ts')).importReviewsLoader,
  ),
  furtherPage(
    '/settings/privacy',
    () => import('./pages/settings/privacy/PrivacyPage.tsx'),
    async () => (await import('./pages/settings/privacy/privacyLoader.ts')).privacyLoader,
  ),
  ...integrationPages,
  furtherPage(
    '/subscription',
    () => import('./pages/subscription/SubscriptionPage.tsx'),
    async () => (await import('./pages/subscription/subscriptionLoader.ts')).subscriptionLoader,
  ),
  furtherPage(
    '/subscribe/:plan',
    () => import('./pages/subscription/SubscriptionPage.tsx'),
    async () => (await import('./pages/subscription/subscriptionLoader.ts')).subscriptionLoader,
  ),
  furtherPage(
    '/analytics',
    () => import('./pages/analytics/OverallPage.tsx'),
    async () => (await import('./pages/analytics/analyticsLoader.ts')).overallLoader,
  ),
  furtherPage(
    '/analytics/rating',
    () => import('./pages/analytics/RatingPage.tsx'),
    async () => (await import('./pages/analytics/analyticsLoader.ts')).ratingLoader,
  ),
  furtherPage(
    '/analytics/email',
    () => import('./pages/analytics/EmailPage.tsx'),
    async () => (await import('./pages/analytics/analyticsLoader.ts')).emailLoader,
  ),
  furtherPage(
    '/analytics/survey',
    () => import('./pages/analytics/SurveyPage.tsx'),
    async () => (await import('./pages/analytics/analyticsLoader.ts')).surveyAnalyticsLoader,
  ),
  furtherPage(
    '/other-compliance',
    () => import('./pages/survey/SurveyPage.tsx'),
    async () => (await import('./pages/survey/surveyLoader.ts')).surveyLoader,
  ),
  furtherPage(
    '/reward-reviews',
    () => import('./pages/analytics/rewards/RewardsPage.tsx'),
    async () => (await import('./pages/analytics/rewards/rewardsLoader.ts')).rewardsLoader,
  ),
  furtherPage(
    '/partners',
    () => import('./pages/partners/PartnersPage.tsx'),
    async () => (await import('./pages/partners/partnersLoader.ts')).partnersLoader,
  ),
  furtherPage(
    '/translations',
    () => import('./pages/display-settings/translations/TranslationsPage.tsx'),
    async () => (await import('./pages/display-settings/translations/translationsLoader.ts')).translationsLoader,
  ),
  furtherPage(
    '/feature-request',
    () => import('./pages/feature-request/FeatureRequestPage.tsx'),
    async () => (await import('./pages/feature-request/featuresLoader.ts')).featuresLoader,
  ),
  furtherPage('/account', () => import('./pages/account/AccountPage.tsx')),
  furtherPage('/people', () => import('./pages/people/PeoplePage.tsx')),
  furtherPage('/dev_zone', () => import('./pages/dev-zone/DevZonePage.tsx')),
  page('/shops', () => import('./pages/shops/ShopsPage.tsx')),
  page('/partner-friendly', () => import('./pages/partner-friendly/PartnerFriendlyPage.tsx')),
]

/** The settings' tabs, below one row of links. */
const settingsPages: readonly RouteObject[] = [
  furtherPage(
    '/settings',
    () => import('./pages/settings/SettingsPage.tsx'),
    async () => (await import('./pages/settings/settingsLoader.ts')).settingsLoader,
  ),
  furtherPage(
    '/settings/notifications',
    () => import('./pages/collect-reviews/email-notifications/NotificationsPage.tsx'),
    async () =>
      (await import('./pages/collect-reviews/email-notifications/notificationsLoader.ts')).notificationsLoader,
  ),
  furtherPage(
    '/settings/sender',
    () => import('./pages/settings/sender/SenderPage.tsx'),
    async () => (await import('./pages/settings/sender/senderLoader.ts')).senderLoader,
  ),
  furtherPage(
    '/settings/subscription',
    () => import('./pages/subscription/SubscriptionPage.tsx'),
    async () => (await import('./pages/subscription/subscriptionLoader.ts')).subscriptionLoader,
  ),
  furtherPage(
    '/settings/integration',
    () => import('./pages/integrations/IntegrationsPage.tsx'),
    async () => (await import('./pages/integrations/integrationsLoader.ts')).integrationsLoader,
  ),
  furtherPage(
    '/settings/managingKey',
    () => import('./pages/settings/managingKey/ManagingKeyPage.tsx'),
    async () => (await import('./pages/settings/managingKey/managingKeyLoader.ts')).managingKeyLoader,
  ),
  furtherPage(
    '/settings/languages',
    () => import('./pages/settings/languages/LanguagesPage.tsx'),
    async () => (await import('./pages/settings/languages/languagesLoader.ts')).languagesLoader,
  ),
  furtherPage(
    '/settings/moderation',
    () => import('./pages/settings/moderation/ModerationPage.tsx'),
    async () => (await import('./pages/settings/moderation/moderationLoader.ts')).moderationLoader,
  ),
  furtherPage(
    '/settings/history',
    () => import('./pages/settings/history/HistoryPage.tsx'),
    async () => (await import('./pages/settings/history/historyLoader.ts')).historyLoader,
  ),
]
const settingsLayout = {
  lazy: { Component: async () => (await loadCode(import('./pages/settings/SettingsLayout.tsx'))).Component },
}
/** Pages before the guards. */
const openPages: readonly RouteObject[] = [
  page('/loading', () => import('./pages/loading/LoadingPage.tsx')),
  { ...page('/auth/login', () => import('./pages/login/LoginPage.tsx')), middleware: [skipWhenSignedIn] },
  furtherPage('/plans', () => import('./pages/subscription/PublicPlansPage.tsx')),
  furtherPage('/auth/forgot', () => import('./pages/login/ForgotPage.tsx')),
  furtherPage('/auth/reset', () => import('./pages/login/ResetPage.tsx')),
  furtherPage('/auth/invite', () => import('./pages/login/InvitePage.tsx')),
]
/** Existing routes of spec 2, without a prefix. */
export const existingRoutes: ReadonlySet<string> = new Set(
  [...pages, ...settingsPages, ...openPages].map(({ path = '' }) => path),
)

/** Returns the routes of a mode. Guards in order: session, setup finished, extended mode. */
export function routesFor(mode: Mode): RouteObject[] {
  const prefix = prefixOf(mode)
  const at = (page: RouteObject): RouteObject => ({ ...page, path: `${prefix}${page.path ?? ''}` })
  return [
    {
      ErrorBoundary: ShellError,
      HydrateFallback: StartingPage,
      children: [
        ...openPages.map(at),
        {
          id: 'gate',
          middleware: [requireSession],
          loader: gateLoader,
          // The store updates the guards' data after mutations.
          shouldRevalidate: () => false,
          element: <Gate routes={existingRoutes} />,
          children: [
            {
              ErrorBoundary: PageError,
              children: [
                ...pages.map(at),
                { ...settingsLayout, children: settingsPages.map(at) },
                { path: '*', Component: NotFound },
              ],
            },
          ],
        },
      ],
    },
  ]
}
