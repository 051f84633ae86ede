"""Games of stakes against one banker: who may stake how much, who pays whom, and when the bank passes."""
