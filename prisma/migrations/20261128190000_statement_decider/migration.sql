-- AlterTable
ALTER TABLE "ReviewStatement" ADD COLUMN     "decidedBy" "DecidedBy" NOT NULL DEFAULT 'merchant';

-- Reviews that a moderation rule refused when they were sent.
UPDATE "ReviewStatement" s SET "decidedBy" = 'rule' FROM "Review" r
WHERE r."shopId" = s."shopId" AND r."id" = s."reviewId" AND r."status" = 'hidden' AND r."decidedBy" = 'rule' AND r."why" ->> 'code' LIKE 'rule.reject.%';

-- AlterTable
ALTER TABLE "SurveyAnswer" ADD COLUMN     "heldAt" TIMESTAMPTZ(3);
