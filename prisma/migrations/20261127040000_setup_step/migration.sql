-- The step of the setup that a merchant continues with.
ALTER TABLE "Shop" ADD COLUMN "setupStep" SMALLINT NOT NULL DEFAULT 0;
