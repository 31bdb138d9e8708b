import { allows, FEATURES, plans, type Feature } from '../../../rules/plans.ts'
import { listHiddenPages, listInstalledApps } from '../../../rules/hidden-pages.ts'
import { readFlag } from '../../../rules/read-flag.ts'
import { hasSpecialFonts } from '../../../rules/settings/fonts.ts'
import { chooseLocale, ADMIN_LOCALE_IDS, matchAdminLocale } from '../../../rules/locales.ts'
import { readPlan } from '../../core/context.ts'
import { builder } from '../../core/graphql/builder.ts'
import type { Session } from '../session/session.ts'
import { listAccountShops } from '../session/accounts.ts'
import { isSupport } from '../session/support.ts'
import { omitNulls } from '../../core/omit-nulls.ts'
import { isDevZoneAllowed } from './dev-zone.ts'
import { dismissBanner, hiddenBanners, isExtended, readChatToken, updateShop } from './shops.ts'

export const Plan = builder.objectRef<(typeof plans)[keyof typeof plans]>('Plan').implement({
  fields: (t) => ({
    id: t.exposeString('id'),
    displayName: t.exposeString('displayName'),
    tier: t.exposeInt('tier'),
    monthlyUsd: t.exposeFloat('monthlyUsd'),
    annualMonthlyUsd: t.exposeFloat('annualMonthlyUsd', { description: 'Price per month with annual billing.' }),
    monthlyRequests: t.exposeInt('monthlyRequests', {
      nullable: true,
      description: 'Automated review requests per cycle; null: unlimited.',
    }),
    maxImportRows: t.exposeInt('maxImportRows', { description: 'New reviews of one import.' }),
    oldOrderRequests: t.exposeInt('oldOrderRequests', {
      nullable: true,
      description: 'Requests for orders from before the app; null: unlimited.',
    }),
  }),
})

export const Shop = builder.prismaNode('Shop', {
  nullable: true,
  id: { resolve: (shop) => shop.id },
  include: {},
  findUnique: (id, { ctx }) => ({ id, AND: { id: ctx.shop.id } }),
  fields: (t) => ({
    name: t.exposeString('name'),
    shopifyDomain: t.exposeString('shopifyDomain'),
    domain: t.exposeString('domain'),
    email: t.exposeString('email'),
    firstName: t.exposeString('firstName'),
    shopifyPlan: t.exposeString('shopifyPlan'),
    primaryLocale: t.exposeString('primaryLocale'),
    adminLocale: t.exposeString('adminLocale', { nullable: true }),
    ianaTimezone: t.exposeString('ianaTimezone'),
    currency: t.exposeString('currency'),
    appName: t.exposeString('appName'),
    appStatus: t.exposeBoolean('appStatus'),
    setupDone: t.exposeBoolean('setupDone'),
    setupStep: t.exposeInt('setupStep', { description: 'Index of the setup’s step to continue with.' }),
    isRated: t.exposeBoolean('isRated'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    now: t.field({
      type: 'DateTime',
      description: 'The business time of requests; a demo can move it forward.',
      resolve: (_shop, _args, { ctx }) => ctx.now(),
    }),
    plan: t.exposeString('plan', { description: 'Id of the plan: free, pro, pro_2, pro_24, advanced, enterprise.' }),
    planDetails: t.field({ type: Plan, resolve: (_shop, _args, { ctx }) => plans[readPlan(ctx)] }),
    features: t.stringList({
      description: 'Features of the plan.',
      resolve: (_shop, _args, { ctx }) =>
        (Object.keys(FEATURES) as Feature[]).filter((feature) => allows(readPlan(ctx), feature)),
    }),
    specialFonts: t.boolean({
      description: 'Whether the shop may choose Poppins, Lobster and Caveat.',
      resolve: (shop) => hasSpecialFonts(shop.flags),
    }),
    crispSessionToken: t.string({
      nullable: true,
      description: 'Key of the shop’s conversation in the operator’s support chat; null without a chat.',
      resolve: (_shop, _args, { ctx }) => readChatToken(ctx),
    }),
    enableRemoveBranding: t.boolean({
      description: 'Whether “Powered by Candor” is left out, whatever the plan.',
      resolve: ({ flags }) => readFlag(flags, 'enableRemoveBranding') === true,
    }),
    installedAvadaApps: t.stringList({
      description: 'Other apps of the family that the shop has, as the operator set them.',
      resolve: ({ flags }) => [...listInstalledApps(flags)],
    }),
    isCrmLogin: t.boolean({
      description: 'Whether this session entered the shop as the operator’s support.',
      resolve: (_shop, _args, { ctx }) => isSupport(ctx),
    }),
    hiddenPages: t.stringList({
      description: 'Pages that the menu leaves out, such as `/subscription`. Their addresses still answer.',
      resolve: listHiddenPages,
    }),
    dismissedBanners: t.stringList({
      description: 'Banners hidden now.',
      resolve: (_shop, _args, { ctx }) => hiddenBanners(ctx),
    }),
  }),
})

const AccountShop = builder.objectRef<{ id: string; name: string; shopifyDomain: string }>('AccountShop').implement({
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Pass it to POST /apiSa/auth/shop.' }),
    name: t.exposeString('name'),
    shopifyDomain: t.exposeString('shopifyDomain'),
  }),
})

const Account = builder.objectRef<NonNullable<Session['account']>>('Account').implement({
  fields: (t) => ({
    email: t.exposeString('email'),
    name: t.exposeString('name', { description: 'As the account calls itself; may be empty.' }),
    shops: t.field({
      type: [AccountShop],
      resolve: (account, _args, context) => listAccountShops(context.access, account.id),
    }),
  }),
})

const Viewer = builder.objectRef<Session>('Viewer').implement({
  description: 'The user and the shop of the session.',
  fields: (t) => ({
    mode: t.string({ resolve: ({ mode }) => mode }),
    readOnly: t.boolean({ resolve: ({ actor }) => actor.kind === 'merchant' && actor.readOnly }),
    account: t.field({ type: Account, nullable: true, resolve: ({ account }) => account }),
    locale: t.string({
      description: 'Language of the admin: the shop’s admin locale, else its primary locale, else English.',
      resolve: ({ shop, account }) =>
        chooseLocale({
          requested: account?.locale ?? null,
          adminLocale: shop?.adminLocale ?? null,
          primaryLocale: shop?.primaryLocale ?? null,
        }),
    }),
    extendedMode: t.boolean({ resolve: ({ shop }, _args, context) => (shop ? isExtended(context.ctx) : true) }),
    devZone: t.boolean({
      description: 'Whether the operator allows the dev zone to this shop.',
      resolve: ({ shop }, _args, context) => shop !== null && isDevZoneAllowed(context.ctx),
    }),
    devZoneOpen: t.boolean({
      description: 'Whether the shop’s flag opens the dev zone; else a query parameter does.',
      resolve: ({ shop }) => readFlag(shop?.flags, 'devZone') === true,
    }),
    shop: t.field({
      type: Shop,
      nullable: true,
      description: 'Null until an account with several shops has chosen one.',
      resolve: ({ shop }) => shop,
    }),
  }),
})

builder.queryField('viewer', (t) => t.field({ type: Viewer, resolve: (_root, _args, { session }) => session }))

const UpdateShopInput = builder.inputType('UpdateShopInput', {
  fields: (t) => ({
    appStatus: t.boolean(),
    setupDone: t.boolean(),
    setupStep: t.int(),
    isRated: t.boolean(),
    adminLocale: t.string(),
  }),
})
const DismissBannerInput = builder.inputType('DismissBannerInput', {
  fields: (t) => ({
    banner: t.string({ required: true }),
    isDismiss: t.boolean({ defaultValue: true }),
    snooze: t.boolean({
      defaultValue: false,
      description: 'Hides it for one day; after three snoozes it stays hidden.',
    }),
  }),
})

builder.mutationFields((t) => ({
  updateShop: t.field({
    type: Shop,
    errors: {},
    args: { input: t.arg({ type: UpdateShopInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => {
      const given = omitNulls(input)
      const locale = input.adminLocale
        ? {
            adminLocale:
              ADMIN_LOCALE_IDS.find((id) => id === input.adminLocale) ??
              matchAdminLocale(input.adminLocale) ??
              input.adminLocale,
          }
        : {}
      return updateShop(ctx, { ...given, ...locale })
    },
  }),
  dismissBanner: t.field({
    type: Shop,
    errors: {},
    args: { input: t.arg({ type: DismissBannerInput, required: true }) },
    resolve: async (_root, { input }, { ctx }) => {
      await dismissBanner(ctx, input)
      return ctx.shop
    },
  }),
}))
