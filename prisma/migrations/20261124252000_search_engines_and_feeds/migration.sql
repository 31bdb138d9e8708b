-- Ratings in the platform's metafields: which products have one to be told, and what was told last.
ALTER TABLE "Product" ADD COLUMN "ratingDue" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "ratingSent" TEXT;
CREATE INDEX "Product_rating_due_idx" ON "Product" ("shopId", "id") WHERE "ratingDue";

-- Part of the signed addresses of the review feeds; and what the product sync knew when it last read a shop's catalog.
ALTER TABLE "Shop" ADD COLUMN "feedsVersion" INTEGER NOT NULL DEFAULT 1, ADD COLUMN "catalogVersion" INTEGER NOT NULL DEFAULT 2;

-- Shops of today know no barcodes, and the platform knows none of their ratings: a schedule reads their catalogs again.
UPDATE "Shop" SET "catalogVersion" = 1;
UPDATE "Product" SET "ratingDue" = true;
