-- When another service last fetched a review feed, for the merchant's page of integrations.
alter table "Shop" add column "googleFeedReadAt" timestamptz(3), add column "metaFeedReadAt" timestamptz(3);
