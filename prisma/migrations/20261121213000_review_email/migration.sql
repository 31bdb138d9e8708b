-- The reply page shows a reviewer's other reviews: of the same customer, which has an index, or of the same address.
CREATE INDEX "Review_email_idx" ON "Review" ("shopId", "email") WHERE "email" <> '';
