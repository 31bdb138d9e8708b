-- Pictures that are being fetched, or whose process died: a few rows, counted by host and shop before each claim.
CREATE INDEX "ReviewMedia_claimed_idx" ON "ReviewMedia" ("nextAt") WHERE "status" = 'pending' AND "attempts" > 0 AND "error" IS NULL;
