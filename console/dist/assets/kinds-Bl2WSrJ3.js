//# allFunctionsCalledOnLoad
import{mt as e}from"./parts-B-9i_7uW.js";function t(t,n){return e(n.devices.kinds,t)??t}export{t};