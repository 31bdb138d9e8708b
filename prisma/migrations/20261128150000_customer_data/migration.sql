-- Merchants also export and erase the data of a customer. The history names the person who did.
alter table "PrivacyRequest" add column origin text not null default 'platform', add column "requestedBy" text not null default '';
