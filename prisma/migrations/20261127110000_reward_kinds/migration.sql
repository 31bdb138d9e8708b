-- Codes of earlier versions don't say what earned them.
ALTER TABLE "Discount" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'any';

INSERT INTO "Fact" ("shopId", metric, dimension, value, hour, count, sum)
SELECT "shopId", metric, 'reward' || dimension, 'any', hour, count, sum
FROM "Fact" WHERE metric IN ('discounts.issued', 'discounts.redeemed') AND dimension IN ('', '@day');
