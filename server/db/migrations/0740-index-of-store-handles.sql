alter index business__domain__taken rename to store__slug__taken;
